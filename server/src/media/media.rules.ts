export interface ByteRange {
  start: number;
  /** Included. */
  end: number;
  partial: boolean;
}

/**
 * The bytes that a Range header asks for. A header that cannot be met or is not a single range is
 * answered with the whole, as RFC 9110 section 14.2 allows.
 */
export function rangeOf(header: string | undefined, size: number): ByteRange {
  const whole = { start: 0, end: size - 1, partial: false };
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return whole;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start > end ? whole : { start, end, partial: true };
}
