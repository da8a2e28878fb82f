"""Where work is done: in this process, on the cores of this machine, or on a cluster."""
