export const SECOND = 1000;
export const HOUR = 3600 * SECOND;
export const DAY = 24 * HOUR;

/** Formats as the Graph API does, in seconds without a colon in the offset: `2019-09-26T22:36:43+0000`. */
export function graphTimestamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}+0000`;
}

/** Converts ms to whole seconds since 1970, the unit of token fields and of `since`/`until`. */
export function unixSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / SECOND);
}
