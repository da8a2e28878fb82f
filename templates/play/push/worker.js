// The service worker of notifications. It answers no request and stores no file.

self.addEventListener("push", (event) => event.waitUntil(show(event.data.json())));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data));
});

/** Show a notification, unless the player looks at the duel. */
async function show({ title, body, url }) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const isSeen = (page) => page.visibilityState === "visible" && new URL(page.url).pathname === url;
  if (pages.some(isSeen)) return;
  await self.registration.showNotification(title, { body, tag: url, renotify: true, data: url });
}
