"""How the site is served: gunicorn reads this file by itself."""

import signal

# Until gunicorn looks after signals itself, Ctrl-C ends it without a traceback.
signal.signal(signal.SIGINT, signal.SIG_DFL)

import ctypes
import gc
import os
import runpy
import secrets
import shutil
import socket
import sys
import tempfile
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from gunicorn import util
from gunicorn.glogging import Logger

from mastermind_site.environment import Environment, WrongSettings
from mastermind_site.listening import join_address, refusal, refusal_of_socket
from mastermind_site.logs import FORMATTERS
from mastermind_site.supervised import Supervised

env = Environment(Path(__file__).with_name(".env"))
os.environ["DATABASE_PATIENCE"] = str(env.seconds("DATABASE_PATIENCE", 2))

try:
    env.check()
    # Each worker reads them by itself.
    site = SimpleNamespace(**runpy.run_path("mastermind_site/settings.py"))
except WrongSettings as wrong:
    sys.exit(str(wrong))

wsgi_app = "mastermind_site.wsgi"
bind = join_address(site.HOST, site.PORT)
workers = site.WEB_WORKERS
worker_class = "gthread"
threads = site.WEB_THREADS
timeout = 30
graceful_timeout = 30
control_socket_disable = True
# After its last answer on a connection, a worker does nothing else until the client closes its end.
# A client that never does would hold it up for two seconds.
util.close_graceful = partial(util.close_graceful, timeout=0.02)
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: S108 - heartbeats only


SHARED = "PROMETHEUS_MULTIPROC_DIR"
site.FIRST_WORKER = 1  # since the settings were read


class SiteLogger(Logger):
    """What gunicorn says, in the form of all other lines, after which code it serves."""

    def __init__(self, cfg: Any) -> None:
        super().__init__(cfg)
        self.info("Mastermind %s", site.SITE_VERSION)

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(FORMATTERS[site.LOG_FORMAT]())


logger_class = SiteLogger


def on_starting(server: Any) -> None:
    """Say in one sentence where nobody can listen; gunicorn would try for five seconds."""
    is_given = {"GUNICORN_FD", "LISTEN_FDS"} & os.environ.keys()  # a socket that listens
    for address in () if is_given else server.cfg.address:
        if isinstance(address, tuple) and (reason := refusal(*address)):
            sys.exit(reason)
        if isinstance(address, str) and (reason := refusal_of_socket(address)):
            sys.exit(reason)
    count_together()


def count_together() -> None:
    """Name a folder where the workers keep what they count, for each other."""
    if site.METRICS_FROM and SHARED not in os.environ:
        os.environ[SHARED] = tempfile.mkdtemp(dir=worker_tmp_dir)


def when_ready(server: Any) -> None:
    """Say where the site is, and start what does the long work, beside the workers."""
    places = " and ".join(str(listener) for listener in server.LISTENERS)
    if site.LOG_FORMAT != "json":  # gunicorn logs it
        with suppress(OSError):  # where a disk is full, the site is served all the same
            print(f"{site.SITE_NAME} is on {places} (Ctrl-C stops it)", flush=True)
    if site.HOUSEKEEPING:
        manage = Path(__file__).with_name("manage.py")
        name = f"{socket.gethostname()[:40]}-{secrets.token_hex(8)}"  # it keeps it, killed or not
        server_is = f"--server={os.getpid()}"
        command = [sys.executable, str(manage), "run_worker", f"--name={name}", server_is]
        server.long_work = Supervised("long work", command, server.log)
        server.long_work.start()


def on_reload(server: Any) -> None:
    """Have the long work done by the new code, too, and what is counted from now on be shared."""
    count_together()
    site.FIRST_WORKER = server.worker_age + 1
    if long_work := getattr(server, "long_work", None):
        long_work.renew()


def on_exit(server: Any) -> None:
    if long_work := getattr(server, "long_work", None):
        long_work.stop()
    if folder := os.environ.get(SHARED):
        shutil.rmtree(folder, ignore_errors=True)


def child_exit(server: Any, worker: Any) -> None:
    """Have nothing counted as going on in a worker that is gone."""
    if SHARED in os.environ:
        from prometheus_client.multiprocess import mark_process_dead

        mark_process_dead(worker.pid)


def worker_exit(server: Any, worker: Any) -> None:
    """End what calculates beside this worker; it may be in the midst of something, and patient."""
    # It is not loaded if the worker ends before the site is.
    loaded = sys.modules.get("games.web.traffic.calculator")
    if calculator := getattr(loaded, "calculator", None):
        calculator.stop()


def give_back_what_is_large() -> None:
    """Have glibc return blocks from 2 MB on as they are freed; it would keep those of a picture."""
    if mallopt := getattr(ctypes.CDLL(None), "mallopt", None):
        mallopt(-3, 2 * 1024 * 1024)  # M_MMAP_THRESHOLD


def post_worker_init(worker: Any) -> None:
    """Prepare the worker, and start the process beside it that calculates.

    That process is a copy of the worker. So all code and templates are loaded before, and kept
    from the garbage collector, which would write to memory that both share.
    """
    from django.urls import get_resolver

    from games.web.traffic.calculator import calculator
    from mastermind_site.warming import warm

    get_resolver().url_patterns  # noqa: B018 - loads every view
    warm()
    gc.collect()
    gc.freeze()
    calculator.start()
    give_back_what_is_large()  # here alone: it would calculate more slowly
    # A guess lets go of Python's lock to write, and waits this long to have it back: beside a busy
    # thread a write takes 4 ms then, not 15.
    sys.setswitchinterval(0.001)
    if worker.age == site.FIRST_WORKER:  # which speaks for all
        from mastermind_site.checks import tell

        tell()
