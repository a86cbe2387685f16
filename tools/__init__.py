"""Scripts for those who work on the project; nothing here is part of the package."""
