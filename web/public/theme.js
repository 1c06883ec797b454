// Runs before the first paint, so that a chosen theme never flashes. No choice: the system's, by CSS.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') {
    document.documentElement.dataset.theme = theme;
    for (const meta of document.querySelectorAll('meta[data-bars]')) {
      meta.media = meta.dataset.bars === theme ? 'all' : 'not all';
    }
  }
} catch {
  // Storage is blocked: the system's theme it is.
}
