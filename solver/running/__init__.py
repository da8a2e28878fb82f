"""Places to run work: this process, the cores of this machine, or a cluster."""
