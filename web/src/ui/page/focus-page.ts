/** Makes it focusable; without a heading, the main element. */
export function pageHeading(): HTMLElement | null {
  const heading = document.querySelector<HTMLElement>('#conteudo h1');
  if (heading !== null) heading.tabIndex = -1;
  return heading ?? document.getElementById('conteudo');
}

export function focusPage(): void {
  pageHeading()?.focus({ preventScroll: true });
}
