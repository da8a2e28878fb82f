"""Configures gunicorn, which reads this file at its start."""

import signal

# Ctrl-C prints no traceback in the time before gunicorn handles signals itself.
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
from multiprocessing import get_context
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from gunicorn import util
from gunicorn.glogging import Logger

# A reload after an upgrade reads this file again. It must not use modules of the old version.
for name in [*sys.modules]:
    if name.startswith("mastermind_site"):
        del sys.modules[name]

from mastermind_site.environment import Environment, WrongSettings
from mastermind_site.listening import join_address, refusal, refusal_of_socket
from mastermind_site.logs import FORMATTERS
from mastermind_site.restoring import serving
from mastermind_site.supervised import Supervised

env = Environment(Path(__file__).with_name(".env"))
os.environ["DATABASE_PATIENCE"] = str(env.seconds("DATABASE_PATIENCE", 2))

try:
    env.check()
    # The settings are only read here; each worker loads them again.
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
# A worker closes connections in its main loop. By default it waits there for up to two seconds
# until the client has closed the connection, too, and serves no other client meanwhile.
util.close_graceful = partial(util.close_graceful, timeout=0.02)
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: S108 - heartbeats only


SHARED = "PROMETHEUS_MULTIPROC_DIR"
site.FIRST_WORKER = 1  # the number of the first worker that has read these settings


class SiteLogger(Logger):
    """Logs the version of the site, then the lines of gunicorn in the format of the site."""

    def __init__(self, cfg: Any) -> None:
        super().__init__(cfg)
        self.info("Mastermind %s", site.SITE_VERSION)

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(FORMATTERS[site.LOG_FORMAT]())


logger_class = SiteLogger


def on_starting(server: Any) -> None:
    """Exit with a sentence if an address cannot be used; gunicorn would retry for five seconds."""
    is_given = {"GUNICORN_FD", "LISTEN_FDS"} & os.environ.keys()  # the socket already listens
    for address in () if is_given else server.cfg.address:
        if isinstance(address, tuple) and (reason := refusal(*address)):
            sys.exit(reason)
        if isinstance(address, str) and (reason := refusal_of_socket(address)):
            sys.exit(reason)
    server.serving = serving(site.VAR_DIR)  # until the last worker has ended
    try:
        server.serving.__enter__()
    except WrongSettings as wrong:
        sys.exit(str(wrong))
    share_metrics()


def share_metrics() -> None:
    """Create the folder in which the workers share their metrics."""
    if site.METRICS_FROM and SHARED not in os.environ:
        os.environ[SHARED] = tempfile.mkdtemp(dir=worker_tmp_dir)


def when_ready(server: Any) -> None:
    """Print the address of the site, and start the process for long tasks."""
    places = " and ".join(str(listener) for listener in server.LISTENERS)
    if site.LOG_FORMAT != "json":  # with JSON logs, gunicorn itself logs the address
        with suppress(OSError):  # a full disk does not stop the site
            print(f"{site.SITE_NAME} is on {places} (Ctrl-C stops it)", flush=True)
    if site.HOUSEKEEPING:
        manage = Path(__file__).with_name("manage.py")
        name = f"{socket.gethostname()[:40]}-{secrets.token_hex(8)}"  # restarts keep this name
        server_is = f"--server={os.getpid()}"
        command = [sys.executable, str(manage), "run_worker", f"--name={name}", server_is]
        server.long_work = Supervised("long work", command, server.log)
        server.long_work.start()


def on_reload(server: Any) -> None:
    """Start the process for long tasks with the new code, and share the metrics from now on."""
    share_metrics()
    site.FIRST_WORKER = server.worker_age + 1
    if long_work := getattr(server, "long_work", None):
        long_work.renew()


def on_exit(server: Any) -> None:
    if long_work := getattr(server, "long_work", None):
        long_work.stop()
    if folder := os.environ.get(SHARED):
        shutil.rmtree(folder, ignore_errors=True)


def child_exit(server: Any, worker: Any) -> None:
    """Remove a worker's current requests from the metrics when the worker has ended."""
    if SHARED in os.environ:
        from prometheus_client.multiprocess import mark_process_dead

        mark_process_dead(worker.pid)


def worker_exit(server: Any, worker: Any) -> None:
    """Stop the worker's calculator, which can be in the middle of a long task."""
    # The module is missing if the worker ends before it has loaded the site.
    loaded = sys.modules.get("games.web.traffic.calculator")
    if calculator := getattr(loaded, "calculator", None):
        calculator.stop()


def use_less_memory() -> None:
    """Make glibc return freed blocks of 2 MB and more, and use one heap for all threads."""
    if mallopt := getattr(ctypes.CDLL(None), "mallopt", None):
        mallopt(-3, 2 * 1024 * 1024)  # M_MMAP_THRESHOLD
        mallopt(-8, 1)  # M_ARENA_MAX


def post_worker_init(worker: Any) -> None:
    """Prepare the worker, and start its calculator.

    The calculator is a copy of the worker's process. Code that both need is loaded first, and kept
    from the garbage collector, which would write to memory that both share. Code that only the
    worker needs is loaded later.
    """
    import numpy.ma  # noqa: F401 - np.unique would load it in both processes
    from django.urls import get_resolver

    from games.web.traffic.calculator import calculator
    from mastermind_site.warming import warm

    get_resolver().url_patterns  # noqa: B018 - loads every view
    if worker.age == site.FIRST_WORKER:  # one worker prints the warnings for all
        from mastermind_site.checks import tell

        # The checks take 7 MB, which are free again when this process ends.
        checking = get_context("fork").Process(target=tell)
        checking.start()
        checking.join()
    gc.collect()
    gc.freeze()
    calculator.start()
    use_less_memory()  # after the start, because it would slow down the calculator
    warm()
    gc.collect()
    gc.freeze()
    # A thread that writes a guess releases Python's lock, and waits this long to get it back. If
    # another thread is busy, a write takes 4 ms with this setting, instead of 15.
    sys.setswitchinterval(0.001)
