"""Date formats for languages in which the site does not use Django's formats."""
