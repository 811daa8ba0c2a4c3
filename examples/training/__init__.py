"""Examples that really learn. Each writes its learning curve, as measured."""
