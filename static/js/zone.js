// Downloads have times in the reader's time zone.

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
for (const link of document.querySelectorAll("a[data-zone]")) {
  link.search = new URLSearchParams({ zone: timeZone });
}
