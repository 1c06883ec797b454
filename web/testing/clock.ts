/** A Wednesday, 14:07 in Brasília: with the real clock, a test fails when a day ends while it runs. */
export const TEST_START = new Date('2026-11-25T17:07:00Z');

/** Call it before the modules of a test load. */
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
