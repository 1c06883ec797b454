// Runs before the first paint, so that nothing flashes: neither another theme than the chosen one (no
// choice: the system's, by CSS), nor what a page as it is sent shows to visitors only (styles/index.css).
const { documentElement: html } = document;
html.dataset.script = '';
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') {
    html.dataset.theme = theme;
    for (const meta of document.querySelectorAll('meta[data-bars]')) {
      meta.media = meta.dataset.bars === theme ? 'all' : 'not all';
    }
  }
  // As web/src/api/session-store.ts and web/src/public/tracking/consent.ts write them.
  if (localStorage.getItem('pontual.token') !== null) html.dataset.session = '';
  const consent = JSON.parse(localStorage.getItem('pontual.consent'));
  // An answer to another question is none.
  if (consent !== null && consent.version === html.dataset.question) {
    html.dataset.consent = consent.choice;
  }
} catch {
  // Storage is blocked: the system's theme it is, and a visitor.
}
