"""What the bench is made of: processes, their CPU time, and calls of the admin API."""
import http.client
import json
import os
import re
import socket
import subprocess
import tempfile
import time
import urllib.parse

folder = tempfile.TemporaryDirectory(prefix="mockapple-bench-")
TICKS = os.sysconf("SC_CLK_TCK")


def path(name):
    return os.path.join(folder.name, name)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def cpu(pid):
    """Seconds of user and system time that a process has used, ended threads included."""
    with open(f"/proc/{pid}/stat") as stat:
        fields = stat.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


class Server:
    """A mockapple on a free port, its log in a file."""

    def __init__(self, binary, *options):
        self.log = open(path("log"), "w")
        self.process = subprocess.Popen([binary, "serve", "--port", "0", *options], stdout=subprocess.PIPE, stderr=self.log)
        first = json.loads(self.process.stdout.readline())
        self.pid, self.url, self.tls_url = first["pid"], first["url"], first["tls_url"]
        self.address = urllib.parse.urlsplit(self.url).netloc
        self.connection = http.client.HTTPConnection(self.address)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.connection.close()
        self.process.terminate()
        self.process.wait()
        self.log.close()

    def admin(self, method, name, body=None):
        self.connection.request(method, f"/admin/{name}", json.dumps(body) if body else None,
                                {"Content-Type": "application/json"})
        answer = self.connection.getresponse()
        received = answer.read()
        if answer.status >= 300:
            raise SystemExit(f"{method} {name}: {answer.status} {received.decode()}")
        return json.loads(received)

    def resident_megabytes(self):
        with open(f"/proc/{self.pid}/status") as status:
            return int(re.search(r"VmRSS:\s*(\d+) kB", status.read()).group(1)) / 1000


class Nginx:
    """One worker that serves the given bytes as /auth/keys, its access log in a file."""

    def __init__(self, content):
        self.url = f"http://127.0.0.1:{free_port()}"
        os.makedirs(path("nginx/html/auth"), exist_ok=True)
        os.chmod(folder.name, 0o755)
        with open(path("nginx/html/auth/keys"), "wb") as file:
            file.write(content)
        with open(path("nginx/conf"), "w") as file:
            file.write(f"""daemon off; worker_processes 1; pid {path("nginx/pid")}; error_log {path("nginx/error")};
events {{}}
http {{
  access_log {path("nginx/access")}; default_type application/json; keepalive_requests 1000000000;
  client_body_temp_path {path("nginx/a")}; proxy_temp_path {path("nginx/b")}; fastcgi_temp_path {path("nginx/c")};
  uwsgi_temp_path {path("nginx/d")}; scgi_temp_path {path("nginx/e")};
  server {{ listen {self.url[7:]}; root {path("nginx/html")}; }}
}}
""")
        self.process = subprocess.Popen(["nginx", "-p", path("nginx"), "-c", path("nginx/conf")], stderr=subprocess.DEVNULL)
        first_answer(self.url[7:])
        with open(f"/proc/{self.process.pid}/task/{self.process.pid}/children") as children:
            self.pid = int(children.read().split()[0])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


def first_answer(address, limit=10):
    """Asks for /auth/keys without a pause until it is answered with 200."""
    host, port = address.split(":")
    ends = time.monotonic() + limit
    while time.monotonic() < ends:
        try:
            with socket.create_connection((host, int(port))) as connection:
                connection.sendall(f"GET /auth/keys HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n".encode())
                if connection.recv(64).startswith(b"HTTP/1.1 200"):
                    return
        except ConnectionError:
            pass
    raise SystemExit(f"Nothing answers at {address}.")


def signature_seconds():
    """CPU time of one RSA-2048 signature by the openssl command."""
    speed = subprocess.run(["openssl", "speed", "-seconds", "3", "rsa2048"], check=True, capture_output=True, text=True)
    signatures_a_second = speed.stdout.split()[-2]
    return 1 / float(signatures_a_second)


def wrk(url, *more, **environment):
    return subprocess.run(["wrk", "-t1", "-c8", *more, url], check=True, capture_output=True, text=True,
                          env={**os.environ, **environment}).stdout
