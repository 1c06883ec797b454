import type { InstagramLogin } from '@pontual/contract/instagram/instagram.ts';
import {
  accountUnlinked,
  appLimited,
  businessOnly,
  errorTable,
  lostContainer,
  missingPermission,
  appAccessRemoved,
  authorizationRevoked,
  instagramAccessRemoved,
  noResponse,
  processingFailed,
  undocumented,
  type ErrorClass,
  type ErrorDefinition,
} from './error-table.ts';

export interface InstagramIssue extends ErrorDefinition {
  /** `code/subcode` of Instagram, or our own, such as `no-answer`. */
  code: string;
  waitMs?: number;
}

export const isPermissionError = ({ code }: { code: string }): boolean =>
  /^(3|10|2\d\d)(\/|$)/.test(code);

export const isTokenRefused = ({ code }: { code: string }): boolean => /^190(\/|$)/.test(code);

/**
 * Instagram returns each of these during outages, too: they count only when `debug_token` confirms the loss.
 */
export const isUnconfirmedLoss = ({ class: kind, code }: InstagramIssue): boolean =>
  kind === 'reconnect' && Object.values(appRemoved).every((removal) => removal.code !== code);

/** Instagram refused for an authorization or a permission that the token still has, by the login of the account. */
export const refusedDespitePermission: Record<InstagramLogin, InstagramIssue> = {
  facebook: { ...noResponse, code: 'though-permitted' },
  instagram: { ...noResponse, code: 'though-permitted-instagram' },
};

export const isRefusedDespitePermission = (code: string | null | undefined): boolean =>
  Object.values(refusedDespitePermission).some((issue) => issue.code === code);

/** The same for creating a story, which Instagram accepts only from business accounts. */
export const storyRefused: InstagramIssue = { ...businessOnly, code: 'story-refused' };

export const locationRefused: InstagramIssue = {
  class: 'content',
  cause:
    'O Instagram não aceita o local deste post. Escolha outro com endereço no mapa ou tire o local.',
  action: 'edit',
  code: 'location-refused',
};

/** 110 for a post that neither tags nor invites anyone. */
export const nobodyToRefuse: InstagramIssue = { ...undocumented, code: 'nobody-to-refuse' };

export const notReady: InstagramIssue = { ...lostContainer, code: 'not-processed' };

/** 2207076 for a video whose bytes Instagram has: a download cannot have failed. */
export const unreadableVideo: InstagramIssue = { ...processingFailed, code: 'unreadable-video' };

/** This container gets no bytes; another one may. */
export const uploadRefused: InstagramIssue = { ...lostContainer, code: 'upload-refused' };

/** Our sending took too long; like a download that failed, this is our fault. */
export const uploadUnfinished: InstagramIssue = {
  ...lostContainer,
  cause: 'O envio do vídeo ao Instagram não terminou. Tentamos de novo de outro jeito.',
  code: 'upload-unfinished',
  fileFailure: 'unfetched',
};

export const permissionMissing: InstagramIssue = { ...missingPermission, code: 'permissions' };

const findBySubcode = (subcode: string) =>
  Object.entries(errorTable).find(([key]) => key.endsWith(`/${subcode}`));

export function classifyContainerError(subcode: string): InstagramIssue {
  const [code, definition] = findBySubcode(subcode) ?? [`-/${subcode}`, lostContainer];
  return { ...definition, code };
}

/** The subcodes of publishing errors: each has one meaning, whatever its code is. */
const PUBLISHING_SUBCODE = /^22\d{5}$/;

/** The issue in the words of the login by which the account is connected. */
export const inWordsOf = (login: InstagramLogin, issue: InstagramIssue): InstagramIssue => ({
  ...issue,
  cause: issue.causeByLogin?.[login] ?? issue.cause,
});

/** An unknown code counts as a bug of ours. */
export function classifyGraphError(code: number, subcode?: number): InstagramIssue {
  const name = subcode === undefined ? String(code) : `${code}/${subcode}`;
  const [, sameSubcode] = PUBLISHING_SUBCODE.test(String(subcode))
    ? (findBySubcode(String(subcode)) ?? [])
    : [];
  const found = errorTable[name] ?? sameSubcode ?? errorTable[String(code)];
  return { ...(found ?? classifyByRange(code)), code: name };
}

function classifyByRange(code: number): ErrorDefinition {
  if (code >= 200 && code <= 299) return missingPermission;
  if (code >= 80_001 && code <= 80_014) return errorTable['613'] ?? undocumented;
  return undocumented;
}

/** Whether the table has no row for a code of Instagram, so that what it means was never looked up. */
export function isUnlisted(issueCode: string): boolean {
  const [, code, subcode] = /^(-|-?\d+)(?:\/(\d+))?$/.exec(issueCode) ?? [];
  if (code === undefined || errorTable[issueCode] !== undefined) return false;
  if (subcode === undefined) return classifyByRange(Number(code)) === undocumented;
  return !PUBLISHING_SUBCODE.test(subcode) || findBySubcode(subcode) === undefined;
}

export function issueForHoldReason(
  holdReason: 'reconnect' | 'blocked' | 'rate_limited' | 'app_limited' | 'quota',
): InstagramIssue {
  const codes = {
    reconnect: '190',
    blocked: '4/2207051',
    rate_limited: '613',
    app_limited: '4',
    quota: '9/2207042',
  };
  const code = codes[holdReason];
  return { ...(errorTable[code] ?? undocumented), code };
}

/** A network error, a timeout, an unexpected body, or a list with too many pages. */
export const noAnswer: InstagramIssue = { ...noResponse, code: 'no-answer' };

/** Not an error: an answer says that the app has used up its calls. */
export const appUsageExhausted: InstagramIssue = { ...appLimited, code: 'app-usage' };

export const tokenInvalid: InstagramIssue = { ...authorizationRevoked, code: '190' };

/** By the login of the account. */
export const appRemoved: Record<InstagramLogin, InstagramIssue> = {
  facebook: { ...appAccessRemoved, code: 'app-removed' },
  instagram: { ...instagramAccessRemoved, code: 'app-removed-instagram' },
};

/** Not an error of Instagram: this installation has no settings of the login any more. */
export const loginRemoved: InstagramIssue = {
  class: 'reconnect',
  cause:
    'A Pontual não está mais publicando em contas conectadas direto pelo Instagram. Conecte esta de novo pela página dela no Facebook.',
  action: 'reconnect',
  code: 'login-removed',
};

/** A write to an account that Instagram reports as missing: the app has lost access to it. */
export const accountUnavailable: InstagramIssue = { ...authorizationRevoked, code: '100/33' };

/** The same where the page of a valid token has no account, or another one. */
export const pageUnlinked: InstagramIssue = { ...accountUnlinked, code: 'page-unlinked' };

/** These say nothing about the availability of Instagram. */
const ownerClasses: ReadonlySet<ErrorClass> = new Set(['reconnect', 'quota', 'content']);

export const isRefusedByInstagram = (issue: InstagramIssue): boolean =>
  issue.code !== noAnswer.code && !ownerClasses.has(issue.class);

/** In the words of the login, which matter to those who show them. */
export function findIssueByCode(
  storedCode: string | null,
  login: InstagramLogin = 'facebook',
): InstagramIssue | undefined {
  const issue = findStored(storedCode);
  return issue && inWordsOf(login, issue);
}

function findStored(storedCode: string | null): InstagramIssue | undefined {
  const ownIssue = [
    permissionMissing,
    ...Object.values(appRemoved),
    loginRemoved,
    pageUnlinked,
    appUsageExhausted,
    ...Object.values(refusedDespitePermission),
    storyRefused,
    locationRefused,
    nobodyToRefuse,
    notReady,
    unreadableVideo,
    uploadRefused,
    uploadUnfinished,
  ].find(({ code }) => code === storedCode);
  if (ownIssue !== undefined) return ownIssue;
  const row = errorTable[storedCode ?? ''];
  if (row !== undefined && storedCode !== null) return { ...row, code: storedCode };
  const [, code, subcode] = /^(-?\d+)(?:\/(\d+))?$/.exec(storedCode ?? '') ?? [];
  if (code === undefined) return storedCode === noAnswer.code ? noAnswer : undefined;
  return classifyGraphError(Number(code), subcode === undefined ? undefined : Number(subcode));
}
