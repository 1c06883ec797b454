const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const tenths = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

/** `0,4 s`, `2 min 5 s`, `1 h 3 min`: as exact as anybody wants to know. */
export function formatDuration(ms: number): string {
  // Rounded first: 59,96 s is 1 min and not 60 s.
  const inTenths = Math.round(ms / 100) * 100;
  if (inTenths < MINUTE) return `${tenths.format(inTenths / SECOND)} s`;
  const inSeconds = Math.round(ms / SECOND) * SECOND;
  if (inSeconds < HOUR) {
    return joined([Math.floor(inSeconds / MINUTE), 'min'], [(inSeconds % MINUTE) / SECOND, 's']);
  }
  const inMinutes = Math.round(ms / MINUTE) * MINUTE;
  return joined([Math.floor(inMinutes / HOUR), 'h'], [(inMinutes % HOUR) / MINUTE, 'min']);
}

const joined = (...parts: [number, string][]) =>
  parts
    .filter(([value]) => value > 0)
    .map(([value, unit]) => `${value} ${unit}`)
    .join(' ');
