"""One module for each outside party: model servers, HTTP and command targets, cluster engines.

Empty until a target outside the process is called.
"""
