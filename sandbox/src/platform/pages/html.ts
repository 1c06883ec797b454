export type Html = { readonly html: string };

type Part = Html | string | number | null | undefined | readonly Html[];

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function render(part: Part): string {
  if (part === null || part === undefined) return '';
  if (typeof part === 'string' || typeof part === 'number') {
    return String(part).replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
  }
  return 'html' in part ? part.html : part.map(render).join('');
}

/** Template tag for HTML; escapes every value that is not `Html`. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return {
    html: strings
      .map((text, index) => text + (index < parts.length ? render(parts[index]) : ''))
      .join(''),
  };
}
