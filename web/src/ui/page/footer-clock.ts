import { formatTime, formatYear } from '@pontual/contract/shared/brasilia-time.ts';
import { findPart } from './find-part.ts';
import { currentMinute, onMinute } from './minute.ts';

/** Shows the year and the time of Brasília in the footer. Returns the function that stops it. */
export function attachFooterClock(line: HTMLElement): () => void {
  const year = findPart(line, 'year');
  const time = findPart(line, 'time');
  const show = () => {
    const now = currentMinute();
    year.textContent = formatYear(now);
    time.textContent = formatTime(now);
    time.parentElement?.classList.remove('invisible');
  };
  show();
  return onMinute(show);
}
