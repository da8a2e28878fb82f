"""Runs nginx in front of a site, or in front of several servers of one site."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.proxies import path_of_program, running
from tools.with_postgres import free_port

NGINX = """
daemon off; pid {folder}/pid; error_log {folder}/error.log;
events {{ worker_connections 1024; }}
http {{
  access_log off;
  client_body_temp_path {folder}/a; proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c;
  uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
  client_header_timeout 10s; client_body_timeout 10s; client_max_body_size 130k;
  upstream site {{ {servers} }}
  server {{
    listen 127.0.0.1:{port};
    location / {{
      proxy_pass http://site;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    }}
  }}
}}
"""


@contextmanager
def proxy(folder: Path, *ports: int) -> Iterator[int]:
    """Start nginx in front of these ports; yield the port of nginx."""
    program, port = path_of_program("nginx"), free_port()
    folder.chmod(0o755)
    servers = " ".join(f"server 127.0.0.1:{one} fail_timeout=1s;" for one in ports)
    conf = folder / "conf"
    conf.write_text(NGINX.format(folder=folder, port=port, servers=servers))
    with running(port, program, "-c", conf, "-e", folder / "error"):
        yield port
