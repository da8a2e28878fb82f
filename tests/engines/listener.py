"""Collects the errors of a page, in the same way for every engine.

WebKit's driver does not report the console. So every page starts with a script that listens to
errors, to violations of the content policy, and to the console itself.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

ADDRESS = "/listener.js"
SCRIPT = """
const heard = () => JSON.parse(sessionStorage.getItem("heard") ?? "[]");
let isLeaving = false; // WebKit reports the requests of a page that is left as failed
addEventListener("beforeunload", () => (isLeaving = true));
const note = (...words) =>
  isLeaving || sessionStorage.setItem("heard", JSON.stringify([...heard(), words.join(" ")]));
const noteError = ({ message, target }) => note("error:", message ?? target.outerHTML);
addEventListener("error", noteError, true);
addEventListener("unhandledrejection", ({ reason }) => note("rejected:", reason));
addEventListener("securitypolicyviolation", (event) => note("blocked:", event.violatedDirective));
for (const kind of ["error", "warn"]) {
  const say = console[kind];
  console[kind] = (...words) => (note(`${kind}:`, ...words), say.apply(console, words));
}
const notePointer = ({ pointerType }) => sessionStorage.setItem("pointer", pointerType);
addEventListener("pointerdown", notePointer, true);
"""
TAG = f'<head><script src="{ADDRESS}"></script>'.encode()


class Listener:
    """Middleware that puts the script at the start of every page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path == ADDRESS:
            return HttpResponse(SCRIPT, content_type="text/javascript")
        response = self.get_response(request)
        if response.get("Content-Type", "").startswith("text/html"):
            response.content = response.content.replace(b"<head>", TAG, 1)
        return response
