/**
 * When every test file begins by the clock of its page: a Wednesday, 14:07 in Brasília. By the machine's own
 * clock an hour, a day or a month would end in the middle of some test, and only there.
 */
export const BEGINNING = new Date('2026-11-25T17:07:00Z');

/** Has the page's clock go on from there. To be called before a test's own modules are loaded. */
export function setClock(): void {
  const ahead = BEGINNING.getTime() - Date.now();
  globalThis.Date = new Proxy(Date, {
    construct: (date, values, asked) =>
      Reflect.construct(date, values.length === 0 ? [date.now() + ahead] : values, asked) as Date,
    get: (date, name) => (name === 'now' ? () => date.now() + ahead : Reflect.get(date, name)),
  });
}
