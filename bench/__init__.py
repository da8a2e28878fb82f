"""What things cost on this machine: medians and ratios within one run, never a test."""
