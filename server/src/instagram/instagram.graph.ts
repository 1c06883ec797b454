import { createHmac } from 'node:crypto';
import * as z from 'zod';
import type { Clock } from '../clock.ts';
import {
  accountGone,
  appRemoved,
  graphProblem,
  noAnswer,
  type InstagramProblem,
} from './instagram.errors.ts';
import {
  NotSentError,
  sendOverHttp,
  type Answer,
  type Outgoing,
  type Transport,
} from './instagram.transport.ts';

export interface MetaSettings {
  graphUrl: string;
  dialogUrl: string;
  appId: string;
  appSecret: string;
}

/** Pinned: a new version is taken on purpose. */
export const GRAPH_VERSION = 'v25.0';

/** What is kept in place of a token that was thrown away: it is refused without being sent. */
export const NO_TOKEN = '';

/** A call that did not succeed, classified. */
export class InstagramError extends Error {
  readonly problem: InstagramProblem;

  constructor(problem: InstagramProblem, cause?: unknown) {
    super(`Instagram answered ${problem.code}`, { cause });
    this.problem = problem;
  }
}

const errorBody = z.object({
  error: z.object({ code: z.number(), error_subcode: z.number().optional() }),
});

const usage = z.record(
  z.string(),
  z.array(z.object({ estimated_time_to_regain_access: z.number().optional() })),
);

/** How long a throttled account should be left alone; the header counts minutes. */
function askedWait(headers: Answer['headers']): { waitMs?: number } {
  const header = headers['x-business-use-case-usage'];
  if (typeof header !== 'string') return {};
  const minutes = Object.values(usage.safeParse(parse(header)).data ?? {})
    .flat()
    .map((one) => one.estimated_time_to_regain_access ?? 0);
  const longest = Math.max(0, ...minutes);
  return longest === 0 ? {} : { waitMs: longest * 60_000 };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export type Graph = ReturnType<typeof createGraph>;

/** Calls of the Graph API: form out, JSON in, every answer parsed by a schema. */
export function createGraph(
  { graphUrl, appId, appSecret }: MetaSettings,
  { clock, transport = sendOverHttp }: { clock: Clock; transport?: Transport | undefined },
) {
  const proofOf = (token: string) => createHmac('sha256', appSecret).update(token).digest('hex');

  async function answerTo(
    outgoing: Omit<Outgoing, 'signal'>,
    timeoutMs: number,
  ): Promise<{ body: unknown; headers: Answer['headers'] }> {
    const timeout = new AbortController();
    const cancel = clock.after(timeoutMs, () => timeout.abort());
    try {
      const { text, headers } = await transport({ ...outgoing, signal: timeout.signal });
      const body = parse(text);
      // Not the parser's own error: it quotes the answer, in which there may be a token.
      if (body === undefined) throw new Error('the answer is no JSON');
      return { body, headers };
    } catch (error) {
      throw error instanceof NotSentError ? error : new InstagramError(noAnswer, error);
    } finally {
      cancel();
    }
  }

  return {
    /** With which the app asks about tokens. */
    appToken: `${appId}|${appSecret}`,

    /**
     * @throws InstagramError for whatever is no answer of the given shape; NotSentError when
     * `mayBegin` said no.
     */
    async call<T>(
      method: 'GET' | 'POST' | 'DELETE',
      path: string,
      options: {
        token?: string;
        params?: Record<string, string>;
        answer: z.ZodType<T>;
        timeoutMs?: number;
        mayBegin?: (() => boolean) | undefined;
      },
    ): Promise<T> {
      const { token, timeoutMs = 10_000, mayBegin } = options;
      if (token === NO_TOKEN) throw new InstagramError(appRemoved);
      const params = new URLSearchParams(options.params);
      if (token !== undefined) params.set('appsecret_proof', proofOf(token));
      const url = `${graphUrl}/${GRAPH_VERSION}/${path}`;
      const isPost = method === 'POST';
      const { body, headers } = await answerTo(
        {
          url: isPost ? url : `${url}?${params.toString()}`,
          method,
          headers: {
            ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
            ...(isPost ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
          },
          body: isPost ? params.toString() : null,
          mayBegin,
        },
        timeoutMs,
      );
      const refused = errorBody.safeParse(body);
      if (refused.success) {
        const { code, error_subcode: subcode } = refused.data.error;
        const problem = { ...graphProblem(code, subcode), ...askedWait(headers) };
        throw new InstagramError(isPost && problem.code === '100/33' ? accountGone : problem);
      }
      const parsed = options.answer.safeParse(body);
      if (!parsed.success) throw new InstagramError(noAnswer, parsed.error);
      return parsed.data;
    },
  };
}
