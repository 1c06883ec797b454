import { createHmac } from 'node:crypto';
import type { InstagramLogin } from '@pontual/contract/instagram/instagram.ts';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { GraphVersion } from '../../platform/meta-settings.ts';
import type { AppThrottle } from './app-throttle.ts';
import {
  accountUnavailable,
  appRemoved,
  appUsageExhausted,
  classifyGraphError,
  inWordsOf,
  noAnswer,
  isPermissionError,
  isRefusedByInstagram,
  type InstagramIssue,
} from './errors.ts';
import {
  NotSentError,
  sendOverHttp,
  type GraphResponse,
  type GraphRequest,
  type Transport,
} from './transport.ts';

export interface GraphSettings {
  graphUrl: string;
  /** Undefined where only accounts with a page are called. */
  instagramUrls?: { graph: string; codes: string } | undefined;
  version: GraphVersion;
  appId: string;
  appSecret: string;
}

/** Stored in place of a deleted token; a call with it is refused without being sent. */
export const NO_TOKEN = '';

export class InstagramError extends Error {
  readonly issue: InstagramIssue;
  /** Not in logs, because it may name people. */
  readonly #text: string;

  constructor(issue: InstagramIssue, cause?: unknown, text = '') {
    super(`Instagram answered ${issue.code}`, { cause });
    this.issue = issue;
    this.#text = text;
  }

  /** Localised to the account: only constants and what the post itself contains may be searched in it. */
  get text(): string {
    return this.#text;
  }
}

const PROOF_CACHE_MS = 10_000;

const errorBody = z.object({
  error: z.object({
    code: z.number(),
    error_subcode: z.number().optional(),
    message: z.string().catch(''),
    error_user_msg: z.string().catch(''),
  }),
});

/** Where Instagram exchanges codes, an error is flat, and its code is the HTTP status. */
const REFUSED_CODE = { error: { code: 100, message: '', error_user_msg: '' } };

/** A failing schema is slow, so it is tried only on a body that may be an error. */
function parseErrorBody(body: unknown): z.infer<typeof errorBody> | undefined {
  if (!(body instanceof Object)) return undefined;
  if ('error' in body) return errorBody.safeParse(body).data;
  return 'error_type' in body ? REFUSED_CODE : undefined;
}

/** In percent of the allowance: https://developers.facebook.com/docs/graph-api/overview/rate-limiting */
const usagePercents = z.object({
  call_count: z.number().optional(),
  total_cputime: z.number().optional(),
  total_time: z.number().optional(),
});
const accountUsages = z.record(
  z.string(),
  z.array(
    z.object({ ...usagePercents.shape, estimated_time_to_regain_access: z.number().optional() }),
  ),
);

/** In percent of the allowance; 0 when Instagram does not report it. */
export interface Usage {
  app: number;
  account: number;
}

const largest = (one: z.infer<typeof usagePercents> | undefined): number =>
  Math.max(0, one?.call_count ?? 0, one?.total_cputime ?? 0, one?.total_time ?? 0);

function usageOf(headers: GraphResponse['headers']): Usage {
  const header = (name: string) => {
    const text = headers[name];
    return typeof text === 'string' ? parse(text) : undefined;
  };
  const accounts = accountUsages.safeParse(header('x-business-use-case-usage')).data ?? {};
  return {
    app: largest(usagePercents.safeParse(header('x-app-usage')).data),
    account: Math.max(0, ...Object.values(accounts).flat().map(largest)),
  };
}

/** In percent: the app may make no further call. */
const EXHAUSTED = 100;

/** The header counts minutes. */
function requestedWait(headers: GraphResponse['headers']): { waitMs?: number } {
  const header = headers['x-business-use-case-usage'];
  if (typeof header !== 'string') return {};
  const minutes = Object.values(accountUsages.safeParse(parse(header)).data ?? {})
    .flat()
    .map((one) => one.estimated_time_to_regain_access ?? 0);
  const longest = Math.max(0, ...minutes);
  return longest === 0 ? {} : { waitMs: longest * 60_000 };
}

/** The digits of a number that JavaScript cannot read exactly: it is an id. */
const keepId = (_key: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' && value > Number.MAX_SAFE_INTEGER ? context?.source : value;

function parse(text: string, reviver?: typeof keepId): unknown {
  try {
    return JSON.parse(text, reviver);
  } catch {
    return undefined;
  }
}

export type CallKind = 'publish' | 'create' | 'trial' | 'read' | 'insights' | 'upload' | 'other';
/** `unfit`: refused because of the owner's connection, quota or post, not of Instagram's availability. */
export type CallResult = 'ok' | 'refused' | 'unfit' | 'no_answer' | 'not_sent';

export interface GraphCall {
  kind: CallKind;
  result: CallResult;
  tookMs: number;
  /** A refusal is an answer; a temporary error is none. */
  isReachable: boolean;
  /** Undefined without an error. */
  errorCode: string | undefined;
}

export type MeasuredCall = Pick<GraphCall, 'kind' | 'result' | 'tookMs'>;

function kindOf(method: string, path: string): CallKind {
  if (method === 'GET') return path.endsWith('/insights') ? 'insights' : 'read';
  if (path.endsWith('/media_publish')) return 'publish';
  return path.endsWith('/media') ? 'create' : 'other';
}

/** A comment is written to a medium, whose absence says nothing about the account. */
const isAccountWrite = (kind: CallKind): boolean => kind === 'create' || kind === 'publish';

function resultOf(error: unknown): CallResult {
  if (error instanceof NotSentError) return 'not_sent';
  if (!(error instanceof InstagramError) || error.issue.code === noAnswer.code) {
    return 'no_answer';
  }
  // An error that names a missing permission may be an outage.
  return isRefusedByInstagram(error.issue) || isPermissionError(error.issue) ? 'refused' : 'unfit';
}

/** Of Instagram's own hosts, those for tokens have no version. */
type GraphHost = InstagramLogin | 'instagram-tokens' | 'instagram-codes';

/** Each has an app of its own. */
const loginOf = (host: GraphHost = 'facebook'): InstagramLogin =>
  host === 'facebook' ? 'facebook' : 'instagram';

interface CallOptions<T> {
  token?: string;
  /** Facebook's by default. */
  host?: GraphHost;
  params?: Record<string, string>;
  answer: z.ZodType<T>;
  timeoutMs?: number;
  canSend?: (() => boolean) | undefined;
  onUsage?: ((usage: Usage) => void) | undefined;
  /** Its user waits in the dialog; every other call is not sent while the app is throttled. */
  isLogin?: boolean;
  /** Else the path decides. A trial says nothing about the posts of the owners. */
  kind?: 'trial';
}

/** Cached because an account may publish many posts in the same minute. */
const createProofs = (appSecret: string) =>
  new LRUCache({
    max: 1000,
    ttl: PROOF_CACHE_MS,
    ttlAutopurge: true,
    memoMethod: (token: string) => createHmac('sha256', appSecret).update(token).digest('hex'),
  });

export type Graph = ReturnType<typeof createGraph>;

export function createGraph(
  { graphUrl, instagramUrls, version, appId, appSecret }: GraphSettings,
  {
    clock,
    transport = sendOverHttp,
    onCall = () => undefined,
    appThrottles,
  }: {
    clock: Clock;
    transport?: Transport | undefined;
    onCall?: ((call: GraphCall) => void) | undefined;
    appThrottles?: Record<InstagramLogin, AppThrottle> | undefined;
  },
) {
  const proofs = createProofs(appSecret);
  const addresses: Record<GraphHost, string | undefined> = {
    facebook: `${graphUrl}/${version}`,
    instagram: instagramUrls && `${instagramUrls.graph}/${version}`,
    'instagram-tokens': instagramUrls?.graph,
    'instagram-codes': instagramUrls?.codes,
  };

  async function exchange(
    outgoing: Omit<GraphRequest, 'signal'>,
    { timeoutMs, reviver }: { timeoutMs: number; reviver: typeof keepId | undefined },
  ): Promise<{ body: unknown; headers: GraphResponse['headers'] }> {
    const timeout = new AbortController();
    const cancel = clock.after(timeoutMs, () => timeout.abort());
    try {
      const { text, headers } = await transport({ ...outgoing, signal: timeout.signal });
      const body = parse(text, reviver);
      // The parser's own error quotes the response, which may contain a token, so this one replaces it.
      if (body === undefined) throw new Error('the answer is no JSON');
      return { body, headers };
    } catch (error) {
      throw error instanceof NotSentError ? error : new InstagramError(noAnswer, error);
    } finally {
      cancel();
    }
  }

  async function sendRequest<T>(
    method: GraphRequest['method'],
    path: string,
    options: CallOptions<T>,
  ): Promise<T> {
    const { token, host = 'facebook', timeoutMs = 10_000, canSend } = options;
    const appThrottle = appThrottles?.[loginOf(host)];
    const params = new URLSearchParams(options.params);
    // The proof is documented for Facebook's host only.
    if (token !== undefined && host === 'facebook')
      params.set('appsecret_proof', proofs.memo(token));
    const url = `${addresses[host]}/${path}`;
    const isPost = method === 'POST';
    const { body, headers } = await exchange(
      {
        url: isPost ? url : `${url}?${params.toString()}`,
        method,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(isPost ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        },
        body: isPost ? params.toString() : null,
        canSend,
      },
      { timeoutMs, reviver: host === 'instagram-codes' ? keepId : undefined },
    );
    const usage = usageOf(headers);
    options.onUsage?.(usage);
    const isExhausted = usage.app >= EXHAUSTED;
    const errorResponse = parseErrorBody(body);
    if (errorResponse !== undefined) {
      const {
        code,
        error_subcode: subcode,
        message,
        error_user_msg: userText,
      } = errorResponse.error;
      const issue = {
        ...inWordsOf(loginOf(host), classifyGraphError(code, subcode)),
        ...requestedWait(headers),
      };
      if (issue.class === 'app_limited') await appThrottle?.begin(issue);
      else if (isExhausted) await appThrottle?.begin(appUsageExhausted);
      const isMissingAccount = issue.code === '100/33' && isAccountWrite(kindOf(method, path));
      throw new InstagramError(
        isMissingAccount ? accountUnavailable : issue,
        undefined,
        `${message}\n${userText}`,
      );
    }
    // What was accepted does not wait for the database.
    if (isExhausted) void appThrottle?.begin(appUsageExhausted);
    const parsed = options.answer.safeParse(body);
    if (!parsed.success) throw new InstagramError(noAnswer, parsed.error);
    return parsed.data;
  }

  async function refuseWhileThrottled(
    kind: CallKind,
    appThrottle: AppThrottle | undefined,
  ): Promise<void> {
    // The statement that claims a post for its publish call reads the throttle itself.
    const issue = kind === 'publish' ? undefined : await appThrottle?.currentIssue();
    if (issue !== undefined) throw new InstagramError(issue);
  }

  return {
    appToken: `${appId}|${appSecret}`,
    now: clock.now,

    /** @throws InstagramError, also for a response without the given shape; NotSentError */
    async call<T>(
      method: GraphRequest['method'],
      path: string,
      options: CallOptions<T>,
    ): Promise<T> {
      if (options.token === NO_TOKEN) {
        throw new InstagramError(appRemoved[loginOf(options.host)]);
      }
      const appThrottle = appThrottles?.[loginOf(options.host)];
      if (options.isLogin !== true) await refuseWhileThrottled(kindOf(method, path), appThrottle);
      const startedAt = clock.monotonicMs();
      const reportCall = (result: CallResult, isReachable: boolean, errorCode?: string) => {
        const tookMs = clock.monotonicMs() - startedAt;
        const kind = options.kind ?? kindOf(method, path);
        onCall({ kind, result, tookMs, isReachable, errorCode });
      };
      try {
        // A post that was claimed before the throttle.
        if (kindOf(method, path) === 'publish' && appThrottle?.isNew() === true) {
          throw new NotSentError('the app is throttled');
        }
        const answer = await sendRequest(method, path, options);
        reportCall('ok', true);
        return answer;
      } catch (error) {
        const issue = error instanceof InstagramError ? error.issue : undefined;
        const isReachable = issue !== undefined && issue.class !== 'transient';
        reportCall(resultOf(error), isReachable, issue?.code);
        throw error;
      }
    },
  };
}

/** Reading the own profile needs no permission; an outage returns 10. */
const unservedCodes: Record<InstagramLogin, RegExp> = { facebook: /^2\d\d$/, instagram: /^100$/ };

/** An app in development, or without advanced access, is served only for the people with a role in it. */
export const isUnserved = (error: unknown, login: InstagramLogin): boolean =>
  error instanceof InstagramError && unservedCodes[login].test(error.issue.code);

/** For the calls of a login. */
export const duringLogin = (graph: Graph): Graph => ({
  ...graph,
  call: (method, path, options) => graph.call(method, path, { ...options, isLogin: true }),
});
