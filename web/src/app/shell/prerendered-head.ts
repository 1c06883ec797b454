/** From now on the pages render their own head elements. */
export function removePrerenderedHead(): void {
  for (const element of document.head.querySelectorAll('[data-served]')) element.remove();
}
