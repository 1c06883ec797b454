/** In percent (specification, section 9). */
const GOOD = 90;
const FAIR = 70;

export function rateTone(rate: number): 'pub' | 'ipe' | 'bad' {
  if (rate >= GOOD) return 'pub';
  return rate >= FAIR ? 'ipe' : 'bad';
}
