/** The page speaks by its heading: it takes the focus where nothing else has it. */
export function focusPage(): void {
  const heading = document.querySelector<HTMLElement>('#conteudo h1');
  if (heading !== null) heading.tabIndex = -1;
  (heading ?? document.getElementById('conteudo'))?.focus({ preventScroll: true });
}
