"""The two contracts and the rulings as versioned, hash-locked data."""
