"""Notifications in a real browser, whose push service is replaced."""

import json

from playwright.sync_api import Page, expect

from games.models import Player, PushSubscription
from tests.cast import sign_up

KEYS = (
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "BTBZMqHH6r4Tts7J_aSIgg",
)
# This replaces the subscription, because a test cannot reach a push service.
SUBSCRIBE = """PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
  window.told = applicationServerKey;
  const [p256dh, auth] = KEYS;
  const endpoint = "https://fcm.googleapis.com/fcm/send/abc";
  return { toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh, auth } }) };
};"""
# A browser without a window shows no notification, so the worker stores it instead.
KEEP = """() => {
  self.shown = [];
  self.registration.showNotification = async (title, about) =>
    self.shown.push([title, about.body, about.data]);
}"""


def test_a_browser_is_added_and_its_worker_shows_messages(
    page: Page, live_server, client, settings
):
    settings.PUSH_KEY = "2f6b1c9d40e7a853" * 2
    sign_up(client)
    page.context.add_cookies(
        [{"name": "session", "value": client.cookies["session"].value, "url": live_server.url}]
    )
    page.context.grant_permissions(["notifications"], origin=live_server.url)
    page.add_init_script(SUBSCRIBE.replace("KEYS", str(list(KEYS))))
    page.goto(f"{live_server.url}/you/notifications/")
    page.get_by_role("button", name="Notify this browser").click()
    expect(page.get_by_role("button", name="Switch off")).to_be_visible()
    [kept] = PushSubscription.objects.all()
    assert (kept.player, kept.p256dh, kept.auth) == (Player.objects.get(), *KEYS)
    tools = page.context.new_cdp_session(page)
    workers = []
    tools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: workers.extend(told["registrations"]),
    )
    tools.send("ServiceWorker.enable")
    while not workers:
        page.wait_for_timeout(50)
    [worker] = {one["registrationId"]: one for one in workers}.values()
    assert worker["scopeURL"] == f"{live_server.url}/you/notifications/"
    inside = page.context.service_workers[0]
    inside.evaluate(KEEP)
    for url in ("/you/notifications/", "/duels/abc/"):
        message = {"title": "Race with Bob", "body": "Your turn, 3 days left.", "url": url}
        about = {"origin": live_server.url, "registrationId": worker["registrationId"]}
        tools.send("ServiceWorker.deliverPushMessage", about | {"data": json.dumps(message)})
    while not (shown := inside.evaluate("self.shown")):
        page.wait_for_timeout(50)
    assert shown == [["Race with Bob", "Your turn, 3 days left.", "/duels/abc/"]], (
        "a page in sight needs no notification"
    )
