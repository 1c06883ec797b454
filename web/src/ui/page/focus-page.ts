/** What a page speaks by, made ready for the focus: its heading, or else all of it. */
export function pageHeading(): HTMLElement | null {
  const heading = document.querySelector<HTMLElement>('#conteudo h1');
  if (heading !== null) heading.tabIndex = -1;
  return heading ?? document.getElementById('conteudo');
}

/** The page speaks by its heading: it takes the focus where nothing else has it. */
export function focusPage(): void {
  pageHeading()?.focus({ preventScroll: true });
}
