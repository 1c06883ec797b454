import {
  businessOnly,
  errorTable,
  lostContainer,
  missingPermission,
  appAccessRemoved,
  authorizationRevoked,
  noResponse,
  unknownBug,
  type ErrorClass,
  type ErrorDefinition,
} from './error-table.ts';

/** What Instagram said, in our words. */
export interface InstagramIssue extends ErrorDefinition {
  /** `code/subcode`, for support. */
  code: string;
  /** How long Instagram asked us to leave the account alone. */
  waitMs?: number;
}

/** Instagram refuses for a permission that is missing, by its numbers alone. */
export const isPermissionError = ({ code }: { code: string }): boolean =>
  /^(3|10|2\d\d)(\/|$)/.test(code);

/** Instagram refused for a permission that the token still has: it does so during outages. */
export const refusedDespitePermission: InstagramIssue = { ...noResponse, code: 'though-permitted' };

/** The same of making a story, which Instagram takes from business accounts only. */
export const storyRefused: InstagramIssue = { ...businessOnly, code: 'story-refused' };

/** The container was not processed in its time. */
export const notReady: InstagramIssue = { ...lostContainer, code: 'not-processed' };

/** The owner left out, or took back, a permission that publishing needs. */
export const permissionMissing: InstagramIssue = { ...missingPermission, code: 'permissions' };

/** What a subcode in the status text of a failed container means. */
export function classifyContainerError(subcode: string): InstagramIssue {
  const found = Object.entries(errorTable).find(([key]) => key.endsWith(`/${subcode}`));
  return { ...(found?.[1] ?? lostContainer), code: found?.[0] ?? `-/${subcode}` };
}

/** What an error object of the Graph API means; unknown codes are taken for our own fault. */
export function classifyGraphError(code: number, subcode: number | undefined): InstagramIssue {
  const name = subcode === undefined ? String(code) : `${code}/${subcode}`;
  return { ...(errorTable[name] ?? errorTable[String(code)] ?? classifyByRange(code)), code: name };
}

function classifyByRange(code: number): ErrorDefinition {
  if (code >= 200 && code <= 299) return missingPermission;
  if (code >= 80_001 && code <= 80_014) return errorTable['4'] ?? unknownBug;
  return unknownBug;
}

/** What a held-up account means for a post that waits for it. */
export function issueForHoldReason(
  holdReason: 'reconnect' | 'blocked' | 'rate_limited' | 'quota',
): InstagramIssue {
  const codes = { reconnect: '190', blocked: '4/2207051', rate_limited: '4', quota: '9/2207042' };
  const code = codes[holdReason];
  return { ...(errorTable[code] ?? unknownBug), code };
}

/** No usable answer: the network, a time-out, a body that is no JSON. */
export const noAnswer: InstagramIssue = { ...noResponse, code: 'no-answer' };

/** Instagram says that the token is no longer good for anything. */
export const tokenInvalid: InstagramIssue = { ...authorizationRevoked, code: '190' };

/** Its owner has removed the app on Facebook, which Instagram told us. */
export const appRemoved: InstagramIssue = { ...appAccessRemoved, code: 'app-removed' };

/** Writing to an account that Instagram says is not there: it was taken away from us. */
export const accountUnavailable: InstagramIssue = { ...authorizationRevoked, code: '100/33' };

/** Classes that are the matter of the account's owner: its connection, its quota, or the post itself. */
const ownerClasses: ReadonlySet<ErrorClass> = new Set(['reconnect', 'quota', 'content']);

/** Whether an answer says that Instagram refuses us, and not that something is amiss with one account or post. */
export const isRefusal = (issue: InstagramIssue): boolean =>
  issue.code !== noAnswer.code && !ownerClasses.has(issue.class);

/** The problem that a stored code names; undefined when there is none. */
export function findIssueByCode(storedCode: string | null): InstagramIssue | undefined {
  const ownIssue = [permissionMissing, appRemoved, refusedDespitePermission, storyRefused].find(
    ({ code }) => code === storedCode,
  );
  if (ownIssue !== undefined) return ownIssue;
  const row = errorTable[storedCode ?? ''];
  if (row !== undefined && storedCode !== null) return { ...row, code: storedCode };
  const [, code, subcode] = /^(-?\d+)(?:\/(\d+))?$/.exec(storedCode ?? '') ?? [];
  if (code === undefined) return storedCode === noAnswer.code ? noAnswer : undefined;
  return classifyGraphError(Number(code), subcode === undefined ? undefined : Number(subcode));
}
