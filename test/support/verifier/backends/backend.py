"""A backend as a team would write it with Python's http.server, from openapi.yaml and docs/contract.md."""

import json
import math
import re
import secrets
import sys
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit

BRIEFS = {"daily-harvest": {"name": "daily-harvest", "fullName": "Café & Crème"}}
ROUTE_ID = re.compile(r"(?!\.+\Z)[A-Za-z0-9\-._~!$&'()*+,=:@{}]{1,128}")
FIELDS = {"briefId", "subscriberId", "subjectLine", "text", "recaptchaResponse"}
MAX_BODY = 64 * 1024
FORM = "application/x-www-form-urlencoded"

sessions = {}
used_captchas = set()


class Rejected(Exception):
    def __init__(self, status, detail=None):
        super().__init__(detail)
        self.status = status
        self.detail = detail


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    # Every other method gets the 501 of http.server.
    def do_GET(self):
        self.route("GET")

    def do_POST(self):
        self.route("POST")

    def route(self, method):
        path = urlsplit(self.path).path
        try:
            for pattern, declared, handle in ROUTES:
                match = re.fullmatch(pattern, path)
                if match and method != declared:
                    return self.problem(405, headers={"Allow": declared})
                if match:
                    return handle(self, *match.groups())
            self.problem(404)
        except Rejected as rejected:
            self.problem(rejected.status, rejected.detail)

    def get_brief(self, encoded):
        brief_id = unquote(encoded)
        if not ROUTE_ID.fullmatch(brief_id):
            raise Rejected(400, "briefId is malformed.")
        if brief_id not in BRIEFS:
            raise Rejected(404, "There is no such brief.")
        self.send(200, BRIEFS[brief_id])

    def submit_feedback(self):
        submission = parse_json(self.read("application/json"))
        validate(submission)
        if submission["briefId"] not in BRIEFS:
            raise Rejected(404, "There is no such brief.")
        captcha = submission["recaptchaResponse"]
        if captcha in used_captchas:
            raise Rejected(409)
        used_captchas.add(captcha)
        self.send(200, {"accepted": True})

    def sign_in(self):
        username, password = parse_form(self.read(FORM))
        if (username, password) != ("editor", "correct horse"):
            raise Rejected(401)
        session = secrets.token_hex(16)
        sessions[session] = username
        cookie = f"JSESSIONID={session}; HttpOnly; Path=/; SameSite=Lax"
        self.send(200, headers={"Set-Cookie": cookie, "password-expired": "false"})

    def sign_out(self):
        sessions.pop(self.session(), None)
        self.send(200, headers={"Set-Cookie": "JSESSIONID=; Path=/; Max-Age=0; HttpOnly"})

    def get_current_user(self):
        user_id = sessions.get(self.session())
        if user_id is None:
            raise Rejected(401, "Not signed in.")
        email = "edith.torr@example.com"
        user = {"userId": user_id, "roles": ["COPY_EDIT"], "fullName": "Edith Torr"}
        self.send(200, {**user, "emailAddress": email})

    def read(self, media_type):
        """The body. It is read before anything is rejected, so that the connection can be used again."""
        length = self.headers.get("Content-Length", "")
        if not length.isdigit():
            self.close_connection = True
            raise Rejected(411 if "Transfer-Encoding" in self.headers else 415)
        if int(length) > MAX_BODY:
            self.close_connection = True
            raise Rejected(413)
        body = self.rfile.read(int(length))
        if self.headers.get_content_type() != media_type or "Content-Type" not in self.headers:
            raise Rejected(415)
        return body

    def session(self):
        # SimpleCookie drops all cookies if it cannot parse one of another application.
        for pair in self.headers.get("Cookie", "").split(";"):
            name, _, value = pair.strip().partition("=")
            if name == "JSESSIONID":
                return value
        return None

    def problem(self, status, detail=None, headers=None):
        if self.command == "POST" and status in (404, 405):
            self.close_connection = True
        body = {"title": HTTPStatus(status).phrase, "status": status}
        if detail:
            body["detail"] = detail
        self.send(status, body, "application/problem+json", headers)

    def send(self, status, body=None, media_type="application/json", headers=None):
        content = b"" if body is None else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Cache-Control", "no-store")
        if self.close_connection:
            self.send_header("Connection", "close")
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        if content:
            self.send_header("Content-Type", media_type)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass


def parse_json(body):
    try:
        return json.loads(body.decode(), parse_constant=reject_constant)
    except (ValueError, RecursionError) as error:
        raise Rejected(400, "The body is not JSON.") from error


def reject_constant(name):
    raise ValueError(name)


def parse_form(body):
    try:
        fields = parse_qs(body.decode(), keep_blank_values=True, errors="strict")
    except ValueError as error:
        raise Rejected(400, "The form is not encoded in UTF-8.") from error
    if re.search(rb"%(?![0-9A-Fa-f]{2})", body):
        raise Rejected(400, "The form is not percent-encoded.")
    values = [fields.get(name, []) for name in ("username", "password")]
    if any(len(value) != 1 or not value[0] for value in values):
        raise Rejected(400, "username and password are required once.")
    return [value[0] for value in values]


def validate(submission):
    if not isinstance(submission, dict) or set(submission) != FIELDS:
        raise Rejected(400, "A field is missing or unknown.")
    if not is_text(submission["briefId"], 128) or not ROUTE_ID.fullmatch(submission["briefId"]):
        raise Rejected(400, "briefId is malformed.")
    subscriber = submission["subscriberId"]
    is_number = isinstance(subscriber, (int, float)) and not isinstance(subscriber, bool)
    if not is_number and not is_text(subscriber, 128):
        raise Rejected(400, "subscriberId is malformed.")
    limits = {"subjectLine": 100, "text": 500, "recaptchaResponse": math.inf}
    for name, limit in limits.items():
        if not is_text(submission[name], limit):
            raise Rejected(400, f"{name} is missing or too long.")


def is_text(value, limit):
    return isinstance(value, str) and 1 <= len(value) <= limit


ROUTES = [
    (r"/rest/subscriber-feedback/briefs/([^/]+)", "GET", Handler.get_brief),
    (r"/rest/subscriber-feedback/form-submit", "POST", Handler.submit_feedback),
    (r"/jsp/utilities/tools\.jsp", "POST", Handler.sign_in),
    (r"/jsp/logout\.jsp", "GET", Handler.sign_out),
    (r"/rest/alchemyuser/currentUser", "GET", Handler.get_current_user),
]

if __name__ == "__main__":
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
