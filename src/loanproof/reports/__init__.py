"""What people read: HTML with inline SVG plots, Markdown, JUnit, CSV, JSON and run comparison.

Empty until there are results to report.
"""
