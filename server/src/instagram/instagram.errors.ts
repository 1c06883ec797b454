import {
  businessOnly,
  errorTable,
  lostContainer,
  missingPermission,
  removed,
  revoked,
  silence,
  unknownBug,
  type ErrorClass,
  type ErrorRow,
} from './instagram.error-table.ts';

/** What Instagram said, in our words. */
export interface InstagramProblem extends ErrorRow {
  /** `code/subcode`, for support. */
  code: string;
  /** How long Instagram asked us to leave the account alone. */
  waitMs?: number;
}

/** Instagram refuses for a permission that is missing, by its numbers alone. */
export const saysNoPermission = ({ code }: { code: string }): boolean =>
  /^(3|10|2\d\d)(\/|$)/.test(code);

/** Instagram refused for a permission that the token still has: it does so during outages. */
export const refusedThoughPermitted: InstagramProblem = { ...silence, code: 'though-permitted' };

/** The same of making a story, which Instagram takes from business accounts only. */
export const storyRefused: InstagramProblem = { ...businessOnly, code: 'story-refused' };

/** The container was not processed in its time. */
export const notReady: InstagramProblem = { ...lostContainer, code: 'not-processed' };

/** The owner left out, or took back, a permission that publishing needs. */
export const permissionMissing: InstagramProblem = { ...missingPermission, code: 'permissions' };

/** What a subcode in the status text of a failed container means. */
export function containerProblem(subcode: string): InstagramProblem {
  const found = Object.entries(errorTable).find(([key]) => key.endsWith(`/${subcode}`));
  return { ...(found?.[1] ?? lostContainer), code: found?.[0] ?? `-/${subcode}` };
}

/** What an error object of the Graph API means; unknown codes are taken for our own fault. */
export function graphProblem(code: number, subcode: number | undefined): InstagramProblem {
  const name = subcode === undefined ? String(code) : `${code}/${subcode}`;
  return { ...(errorTable[name] ?? errorTable[String(code)] ?? byRange(code)), code: name };
}

function byRange(code: number): ErrorRow {
  if (code >= 200 && code <= 299) return missingPermission;
  if (code >= 80_001 && code <= 80_014) return errorTable['4'] ?? unknownBug;
  return unknownBug;
}

/** What a held-up account means for a post that waits for it. */
export function heldUpProblem(
  heldUp: 'reconnect' | 'blocked' | 'rate_limited' | 'quota',
): InstagramProblem {
  const codes = { reconnect: '190', blocked: '4/2207051', rate_limited: '4', quota: '9/2207042' };
  const code = codes[heldUp];
  return { ...(errorTable[code] ?? unknownBug), code };
}

/** No usable answer: the network, a time-out, a body that is no JSON. */
export const noAnswer: InstagramProblem = { ...silence, code: 'no-answer' };

/** Instagram says that the token is no longer good for anything. */
export const tokenGone: InstagramProblem = { ...revoked, code: '190' };

/** Its owner has removed the app on Facebook, which Instagram told us. */
export const appRemoved: InstagramProblem = { ...removed, code: 'app-removed' };

/** Writing to an account that Instagram says is not there: it was taken away from us. */
export const accountGone: InstagramProblem = { ...revoked, code: '100/33' };

/** Classes that are the matter of the account's owner: its connection, its quota, or the post itself. */
const ofOwner: ReadonlySet<ErrorClass> = new Set(['reconnect', 'quota', 'content']);

/** Whether an answer says that Instagram refuses us, and not that something is amiss with one account or post. */
export const saysRefusal = (problem: InstagramProblem): boolean =>
  problem.code !== noAnswer.code && !ofOwner.has(problem.class);

/** The problem that a stored code names; undefined when there is none. */
export function problemOf(stored: string | null): InstagramProblem | undefined {
  const ours = [permissionMissing, appRemoved, refusedThoughPermitted, storyRefused].find(
    ({ code }) => code === stored,
  );
  if (ours !== undefined) return ours;
  const row = errorTable[stored ?? ''];
  if (row !== undefined && stored !== null) return { ...row, code: stored };
  const [, code, subcode] = /^(-?\d+)(?:\/(\d+))?$/.exec(stored ?? '') ?? [];
  if (code === undefined) return stored === noAnswer.code ? noAnswer : undefined;
  return graphProblem(Number(code), subcode === undefined ? undefined : Number(subcode));
}
