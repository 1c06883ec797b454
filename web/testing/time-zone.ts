import { BRASILIA } from '@pontual/contract/shared/brasilia-time.ts';
import { cdp } from 'vitest/browser';

let currentZone: string | undefined;

export async function setTimeZone(timezoneId: string): Promise<void> {
  if (currentZone === timezoneId) return;
  await cdp().send('Emulation.setTimezoneOverride', { timezoneId });
  currentZone = timezoneId;
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  if (timeZone !== timezoneId) throw new Error(`the browser is still in ${timeZone}`);
}

export const resetTimeZone = (): Promise<void> => setTimeZone(BRASILIA);
