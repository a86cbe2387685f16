"""From a file to pages of text: every format, read in a worker process with limits, behind a cache."""
