"""A backend that survives a key rotation: an unknown kid makes it fetch Apple's keys again, and so does their age."""
import os
import threading
import time

from apple import fetch_keys, serve

COOLDOWN = 1  # seconds between two fetches: forged kids must not make us hammer Apple
MAX_AGE = float(os.environ.get("MAX_AGE", "3600"))  # seconds after which keys are fetched although the kid is known


class Keys:
    def __init__(self):
        self.keys = fetch_keys()
        self.fetched = self.tried = time.monotonic()
        self.lock = threading.Lock()

    def find(self, kid):
        with self.lock:
            if kid not in self.keys or time.monotonic() - self.fetched > MAX_AGE:
                self.refetch()
            return self.keys.get(kid)

    def refetch(self):
        if time.monotonic() - self.tried < COOLDOWN:
            return
        self.tried = time.monotonic()
        try:
            keys = fetch_keys()
        except (OSError, ValueError, KeyError):
            return  # no key set to be had: the old one is better than none
        if keys:
            self.keys, self.fetched = keys, time.monotonic()


serve(Keys())
