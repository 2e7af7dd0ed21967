"""What the recogniser is tried on: lines that are regular, nearly regular, or changed at random."""
