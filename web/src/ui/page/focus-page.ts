/** Returns the page heading, else the main element, after making it focusable. */
export function pageHeading(): HTMLElement | null {
  const heading = document.querySelector<HTMLElement>('#conteudo h1');
  if (heading !== null) heading.tabIndex = -1;
  return heading ?? document.getElementById('conteudo');
}

/** Moves the focus to the page heading, so that screen readers announce the page. */
export function focusPage(): void {
  pageHeading()?.focus({ preventScroll: true });
}
