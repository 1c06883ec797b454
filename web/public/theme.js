// Before the first paint, so that neither another theme than the chosen one nor parts that are not for
// the reader flash (styles/index.css).
const { documentElement: html } = document;
html.dataset.script = '';
// Without its script a plain page is as without JavaScript.
addEventListener(
  'error',
  ({ target: { dataset } }) => {
    if (dataset?.application === undefined) return;
    delete html.dataset.script;
    delete html.dataset.session;
  },
  true,
);
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') {
    html.dataset.theme = theme;
    for (const meta of document.querySelectorAll('meta[data-bars]')) {
      meta.media = meta.dataset.bars === theme ? 'all' : 'not all';
    }
  }
  // web/src/api/session-keys.ts and web/src/public/tracking/consent.ts write these keys.
  if (localStorage.getItem('pontual.token') !== null) html.dataset.session = '';
  const consent = JSON.parse(localStorage.getItem('pontual.consent'));
  // A choice for another version of the question does not count.
  if (consent !== null && consent.version === html.dataset.question) {
    html.dataset.consent = consent.choice;
  }
} catch {
  // Storage is blocked: the theme of the system, for a visitor.
}
