let renderMetas: Readonly<Record<string, string>> = {};

/** For the renderer of plain pages (public/plain/render.tsx), where no document exists. */
export function setRenderMetas(metas: Readonly<Record<string, string>>): void {
  renderMetas = metas;
}

/** The server adds the element for this installation; null where it is missing. */
export function readMeta(name: string): string | null {
  if (import.meta.env.SSR) return renderMetas[name] ?? null;
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? null;
}
