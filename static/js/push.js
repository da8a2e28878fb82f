// Switch on notifications: ask the browser for an address at its push service, and send it.

const form = document.getElementById("push");
const [button, refused] = [form.querySelector("button"), document.getElementById("refused")];

/** Return the subscription of this browser, made with the key of this site. */
async function subscribe({ worker, key }) {
  await navigator.serviceWorker.register(worker);
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe(); // it can have an older key
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  button.disabled = true;
  try {
    const { endpoint, keys } = (await subscribe(form.dataset)).toJSON();
    for (const [name, value] of Object.entries({ endpoint, ...keys })) form.elements[name].value = value;
    form.submit();
  } catch {
    refused.hidden = button.disabled = false;
  }
});

if ("serviceWorker" in navigator && "PushManager" in window) {
  form.hidden = false;
  document.getElementById("unable").hidden = true;
}
