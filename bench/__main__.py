"""Print what things cost on this machine; run by ``make bench``."""

from bench import web

if __name__ == "__main__":
    web.main()
