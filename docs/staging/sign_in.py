"""sign_in.py [SITE [ACCOUNT]]   Signs a person in at a website as a browser would, and prints what the site says.

SITE is http://localhost:3000, ACCOUNT jane, by default. mock_account in the address spares the click on the account; no more is
said to the mock. Exit status 0 when the site says welcome. Python's standard library alone.
"""
import html.parser
import json
import sys
import urllib.error
import urllib.parse
import urllib.request


class Form(html.parser.HTMLParser):
    """The one form of a page: where it goes, and what is in it."""
    action, fields = None, ()

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "form":
            self.action, self.fields = attributes.get("action"), []
        elif tag == "input" and "name" in attributes:
            self.fields.append((attributes["name"], attributes.get("value") or ""))


class StayHere(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def visit(url, form=None):
    """Status, headers and text of the answer."""
    body = urllib.parse.urlencode(form).encode() if form is not None else None
    try:
        answer = urllib.request.build_opener(StayHere).open(url, body, timeout=10)
    except urllib.error.HTTPError as error:
        answer = error
    with answer:
        return answer.status, answer.headers, answer.read().decode()


def main(site="http://localhost:3000", account="jane"):
    status, headers, text = visit(site + "/login")
    if status != 302:
        sys.exit(f"{site}/login answered {status}: {text}")
    status, headers, page = visit(headers["Location"] + "&mock_account=" + urllib.parse.quote(account))
    form = Form()
    form.feed(page)
    if status != 200 or form.action is None:
        sys.exit(f"No form came back, but {status}: {headers.get('X-MockApple-Hint') or page}")
    status, _, text = visit(form.action, form.fields)
    if status != 200:
        sys.exit(f"{form.action} answered {status}: {text}")
    print(json.dumps(json.loads(text)))


if __name__ == "__main__":
    main(*sys.argv[1:])
