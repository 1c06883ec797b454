/** The thresholds of the badge, in percent (specification, section 9). */
const GOOD = 90;
const FAIR = 70;

/** Returns the tone of a rate: green, yellow or red. */
export function rateTone(rate: number): 'pub' | 'ipe' | 'bad' {
  if (rate >= GOOD) return 'pub';
  return rate >= FAIR ? 'ipe' : 'bad';
}
