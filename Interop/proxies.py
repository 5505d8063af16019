"""The proxies of Debian with the configurations of Deploy, of which only ports, addresses and paths are changed."""

import pathlib
import subprocess

from conftest import ROOT, wait_for_port
from test_accounts import certificate

HAPROXY = ROOT / "Deploy/haproxy/haproxy.cfg"
NGINX = ROOT / "Deploy/nginx/cerca.conf"
# Where they ask the servers how they are; HAProxy alone does.
CHECKED = "/readyz"

NGINX_AROUND = """
user root;
daemon off;
pid {folder}/nginx.pid;
error_log stderr warn;
events {{ }}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/cerca.conf;
}}
"""


def changed(file: pathlib.Path, changes: dict[str, str]) -> str:
    """A configuration with other ports and paths; each that is changed must stand in it."""
    text = file.read_text()
    for ours, here in changes.items():
        assert ours in text, f"{file} has no {ours}"
        text = text.replace(ours, here)
    return text


class ConfiguredProxy:
    """nginx or HAProxy as Deploy configures it, before two servers, in a folder of its own."""

    def __init__(self, kind: str, folder: pathlib.Path, servers: tuple[int, int], secure: int, plain: int):
        self.kind, self.folder, self.port = kind, folder, secure
        self.base, self.plain = f"https://127.0.0.1:{secure}", f"http://127.0.0.1:{plain}"
        folder.mkdir()
        self.authority, key = certificate(folder, "127.0.0.1")
        both = {"127.0.0.1:8080": f"127.0.0.1:{servers[0]}", "127.0.0.1:8081": f"127.0.0.1:{servers[1]}"}
        if kind == "nginx":
            (folder / "cerca.conf").write_text(changed(NGINX, both | {
                "listen 80;": f"listen 127.0.0.1:{plain};", "listen [::]:80;": f"listen [::1]:{plain};",
                "listen 443 ": f"listen 127.0.0.1:{secure} ", "listen [::]:443 ": f"listen [::1]:{secure} ",
                "/etc/nginx/cerca.pem": str(self.authority), "/etc/nginx/cerca.key": str(key),
                "/var/log/nginx/cerca.log": str(folder / "errors.log"),
            }))
            self.file = folder / "nginx.conf"
            self.file.write_text(NGINX_AROUND.format(folder=folder))
            self.command = ["nginx", "-c", self.file, "-p", folder]
            self.check = [*self.command, "-t"]
        else:
            (folder / "cerca.pem").write_bytes(self.authority.read_bytes() + key.read_bytes())
            self.file = folder / "haproxy.cfg"
            self.file.write_text(changed(HAPROXY, both | {
                "bind :80\n": f"bind 127.0.0.1:{plain}\n", "bind :443 ": f"bind 127.0.0.1:{secure} ",
                "/etc/haproxy/cerca.pem": str(folder / "cerca.pem"), "maxconn 20000": "maxconn 2000",
            }))
            self.command = ["haproxy", "-db", "-f", self.file]
            self.check = ["haproxy", "-c", "-f", self.file]

    def checked(self) -> subprocess.CompletedProcess:
        """What the program itself says of its configuration."""
        return subprocess.run(self.check, capture_output=True, text=True, timeout=60)

    def start(self, start) -> "ConfiguredProxy":
        """Starts it by the fixture `start`, and returns once it listens."""
        start(*self.command)
        wait_for_port(self.port, 30)
        return self
