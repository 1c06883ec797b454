/** What the renderer was told, in the place of a document. */
let renderMetas: Readonly<Record<string, string>> = {};

/** While a page is rendered to HTML there is no document to read: what it would say, by name. */
export function setRenderMetas(metas: Readonly<Record<string, string>>): void {
  renderMetas = metas;
}

/** What the server says of this installation in the document; null where it says nothing. */
export function readMeta(name: string): string | null {
  if (import.meta.env.SSR) return renderMetas[name] ?? null;
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? null;
}
