export const SECOND = 1000;
export const HOUR = 3600 * SECOND;
export const DAY = 24 * HOUR;

/** `2019-09-26T22:36:43+0000`: the Graph API's own form, seconds only and no colon. */
export function graphTimestamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}+0000`;
}

/** Whole seconds since 1970, which token fields and `since`/`until` use. */
export function unixSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / SECOND);
}
