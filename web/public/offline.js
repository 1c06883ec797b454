// Of the page that says that the server was not reached. The device knows whether it is the line that
// is missing; where it is not, nothing is said of what the server does meanwhile.
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
// It may find out only now.
addEventListener('offline', say);

// When the line is back, so is the page that was asked for.
addEventListener('online', () => location.reload());

// A server that comes back tells nobody: it is asked for a while, less and less often.
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
    // Not reached.
  }
  asksLeft -= 1;
  if (asksLeft > 0) askAfter(Math.min(wait * 2, MOST_MS));
}

function askAfter(wait) {
  setTimeout(() => void ask(wait), wait);
}

askAfter(5000);
