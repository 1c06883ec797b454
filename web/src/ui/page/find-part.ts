/** @throws Error for markup without the part */
export function findPart<T extends HTMLElement = HTMLElement>(root: ParentNode, name: string): T {
  const part = root.querySelector<T>(`[data-part="${name}"]`);
  if (part === null) throw new Error(`there is no part ${name}`);
  return part;
}
