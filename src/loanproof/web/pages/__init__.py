"""The pages, one module per group, each with its routes in ``ROUTES``."""
