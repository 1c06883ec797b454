/**
 * Fields that hold, or quote, words of people who have only an approval link, by the name of the object or list that
 * they stand in. An assistant that reads them beside `deletePost` must not take them for instructions.
 */
const FIELDS: Readonly<Record<string, ReadonlySet<string>>> = {
  answer: new Set(['name', 'note']),
  history: new Set(['text', 'by']),
};
const FIELDS_ANYWHERE: ReadonlySet<string> = new Set(['errorMessage', 'reason']);

/** Marks these words in the result of a tool; without `<` they cannot end the mark. `place` is the name of the field that holds the value. */
export function markUntrustedWords(value: unknown, place = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => markUntrustedWords(item, place));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => {
      const isUntrusted = FIELDS_ANYWHERE.has(name) || FIELDS[place]?.has(name) === true;
      if (typeof field === 'string' && isUntrusted) {
        return [name, `<untrusted>${field.replaceAll('<', '&lt;')}</untrusted>`];
      }
      return [name, markUntrustedWords(field, name)];
    }),
  );
}
