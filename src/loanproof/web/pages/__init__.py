"""The pages, a module for each group; each has its routes in ``ROUTES``."""
