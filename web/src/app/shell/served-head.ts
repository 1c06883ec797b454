/** From now on the pages render their own head elements. */
export function removeServedHead(): void {
  for (const element of document.head.querySelectorAll('[data-served]')) element.remove();
}
