import { BRASILIA } from '@pontual/contract/shared/brasilia-time.ts';
import { cdp } from 'vitest/browser';

/** Where the browser is; unknown until it is said. */
let currentZone: string | undefined;

/** Moves the browser to another time zone for the rest of the test. */
export async function setTimeZone(timezoneId: string): Promise<void> {
  if (currentZone === timezoneId) return;
  await cdp().send('Emulation.setTimezoneOverride', { timezoneId });
  currentZone = timezoneId;
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  if (timeZone !== timezoneId) throw new Error(`the browser is still in ${timeZone}`);
}

/** Back to Brasília, where every test begins. */
export const resetTimeZone = (): Promise<void> => setTimeZone(BRASILIA);
