"""Runs nginx and Caddy with the files of deploy/ on free ports."""

import re
import shutil
import socket
import ssl
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError

import pytest

from tools.with_postgres import free_port

DEPLOY = Path(__file__).parents[1] / "deploy"
PLACES = "/usr/sbin:/usr/bin:/usr/local/bin"


@contextmanager
def nginx(folder: Path, site: int, text: str) -> Iterator[tuple[int, int]]:
    """Run nginx with this configuration; yield the ports for HTTP and HTTPS."""
    program, plain, secure = path_of_program("nginx"), free_port(), free_port()
    make = "openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=play.example.org -days 2"
    keys = ["-keyout", folder / "key.pem", "-out", folder / "cert.pem"]
    subprocess.run([*make.split(), *keys], check=True, capture_output=True)
    text = text.replace("listen 80;", f"listen 127.0.0.1:{plain};")
    text = text.replace("listen 443 ssl http2;", f"listen 127.0.0.1:{secure} ssl http2;")
    text = text.replace("/var/cache/strangers", f"{folder}/nginx/strangers")
    text = re.sub(r" *listen \[::\].*\n", "", text).replace("127.0.0.1:8000", f"127.0.0.1:{site}")
    text = re.sub(r"/\S*/fullchain.pem", f"{folder}/cert.pem", text)
    text = re.sub(r"/\S*/privkey.pem", f"{folder}/key.pem", text)
    (folder / "nginx").mkdir()
    (folder / "nginx").chmod(0o755)  # nginx runs as user nobody
    places = "".join(
        f"{kind}_temp_path {folder}/nginx/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/nginx/pid; error_log {folder}/nginx/error;\n"
        f"events {{}}\nhttp {{ access_log off; include /etc/nginx/mime.types;\n{places}{text}}}\n"
    )
    with running(secure, program, "-c", folder / "nginx.conf", "-e", folder / "error"):
        yield plain, secure


@contextmanager
def caddy(folder: Path, site: int, text: str) -> Iterator[int]:
    """Run Caddy with this configuration, but without TLS; yield its port."""
    program, port = path_of_program("caddy"), free_port()
    text = text.replace("play.example.org {", f"http://127.0.0.1:{port} {{")
    text = text.replace("127.0.0.1:8000", f"127.0.0.1:{site}")
    text = text.replace("request_buffers 64KB", "")  # unknown to Caddy 2.6 of Debian
    (folder / "Caddyfile").write_text(text.replace("\tservers {", "\tadmin off\n\tservers {"))
    with running(port, program, "run", "--config", folder / "Caddyfile", env={"HOME": folder}):
        yield port


def path_of_program(name: str) -> str:
    """Return the path of a program; skip the test if it is missing."""
    if program := shutil.which(name, path=PLACES):
        return program
    pytest.skip(f"no {name}: what deploy/ has for it is not tried")


@contextmanager
def running(port: int, *command, **more) -> Iterator[None]:
    """Run a server for as long as the context lasts; the context starts when the server listens."""
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, **more)
    try:
        while not listens(port):
            assert process.poll() is None, process.stderr.read()
            time.sleep(0.02)
        yield
    finally:
        process.terminate()
        process.communicate()


def listens(port: int) -> bool:
    with socket.socket() as one:
        return one.connect_ex(("127.0.0.1", port)) == 0


def fetch(address, body=None, **headers):
    """Return status, headers and body; accept any certificate and follow no redirect."""

    class Stay(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *arguments):
            return None

    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    opener = urllib.request.build_opener(Stay, urllib.request.HTTPSHandler(context=trusting))
    request = urllib.request.Request(address, body, {"Host": "play.example.org", **headers})  # noqa: S310
    try:
        with opener.open(request, timeout=600) as answer:
            return answer.status, answer.headers, answer.read()
    except HTTPError as refused:
        with refused:
            return refused.status, refused.headers, refused.read()
