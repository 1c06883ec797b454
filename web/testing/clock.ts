/**
 * Start time of every test file by the clock of its page: a Wednesday, 14:07 in Brasília. With the real
 * clock, a test would fail whenever an hour, a day or a month ended while it ran.
 */
export const TEST_START = new Date('2026-11-25T17:07:00Z');

/** Sets the clock of the page to this time and lets it run on. Call it before the modules of a test load. */
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
