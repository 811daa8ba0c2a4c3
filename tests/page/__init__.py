"""Tests of the page in Chromium against a running service."""
