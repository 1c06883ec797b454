/** Takes away what the server told of the page: the pages tell it themselves, as one goes on. */
export function removePrerenderedHead(): void {
  for (const element of document.head.querySelectorAll('[data-served]')) element.remove();
}
