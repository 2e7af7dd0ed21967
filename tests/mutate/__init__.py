"""Changes the program's code in one place at a time, and runs the tests that should notice."""
