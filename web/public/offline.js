// The script of the page that is shown when the server is unreachable. While the device is online, the
// page shows the text in data-away, which makes no statement about the connection.
const words = [...document.querySelectorAll('[data-away]')].map((element) => ({
  element,
  withoutLine: element.textContent,
}));

function say() {
  for (const { element, withoutLine } of words) {
    element.textContent = navigator.onLine ? element.dataset.away : withoutLine;
  }
}

say();
// A device may detect the lost connection later.
addEventListener('offline', say);

// Loads the requested page once the device is online again.
addEventListener('online', () => location.reload());

// A server does not announce that it is back, so the page polls it 12 times with increasing delays.
const MOST_MS = 300_000;
let asksLeft = 12;

async function ask(wait) {
  try {
    const { status } = await fetch(location.href, { method: 'HEAD', cache: 'no-store' });
    if (status < 500) {
      location.reload();
      return;
    }
  } catch {
    // The server is still unreachable.
  }
  asksLeft -= 1;
  if (asksLeft > 0) askAfter(Math.min(wait * 2, MOST_MS));
}

function askAfter(wait) {
  setTimeout(() => void ask(wait), wait);
}

askAfter(5000);
