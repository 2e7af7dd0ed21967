"""The tests of the laws."""
