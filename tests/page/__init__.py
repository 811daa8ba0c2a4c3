"""The page in a real Chromium, at a real service."""
