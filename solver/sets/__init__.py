"""Arrays of codes: encoding, partitions, counts and random samples."""
