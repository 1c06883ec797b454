import { BRASILIA } from '@pontual/contract/brasilia-time.ts';
import { cdp } from 'vitest/browser';

/** Where the browser is; unknown until it is said. */
let place: string | undefined;

/** Moves the browser to another time zone for the rest of the test. */
export async function moveTo(timezoneId: string): Promise<void> {
  if (place === timezoneId) return;
  await cdp().send('Emulation.setTimezoneOverride', { timezoneId });
  place = timezoneId;
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  if (timeZone !== timezoneId) throw new Error(`the browser is still in ${timeZone}`);
}

/** Back to Brasília, where every test begins. */
export const moveBack = (): Promise<void> => moveTo(BRASILIA);
