"""Training examples. Each one writes its measured learning curve."""
