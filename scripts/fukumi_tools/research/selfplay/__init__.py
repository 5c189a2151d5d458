"""Self-play on several processors or machines."""
