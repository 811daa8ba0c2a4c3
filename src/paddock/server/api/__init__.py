"""The HTTP routes and the WebSocket, with their request and response types."""
