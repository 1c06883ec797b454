/**
 * Every test file begins at this time by the clock of its page: a Wednesday, 14:07 in Brasília. By the
 * machine's clock a test would fail whenever an hour, a day or a month ended while it ran.
 */
export const TEST_START = new Date('2026-11-25T17:07:00Z');

/** Sets the page's clock to that time, from which it runs on. Call it before a test's own modules load. */
export function setClock(): void {
  const offsetMs = TEST_START.getTime() - Date.now();
  globalThis.Date = new Proxy(Date, {
    construct: (date, values, newTarget) =>
      Reflect.construct(
        date,
        values.length === 0 ? [date.now() + offsetMs] : values,
        newTarget,
      ) as Date,
    get: (date, name) => (name === 'now' ? () => date.now() + offsetMs : Reflect.get(date, name)),
  });
}
