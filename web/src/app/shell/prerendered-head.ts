/** Removes the head elements that the server rendered; from now on the pages render their own. */
export function removePrerenderedHead(): void {
  for (const element of document.head.querySelectorAll('[data-served]')) element.remove();
}
