import { createHmac } from 'node:crypto';
import * as z from 'zod';
import { graphProblem, noAnswer, type InstagramProblem } from './instagram.errors.ts';

export interface MetaSettings {
  graphUrl: string;
  dialogUrl: string;
  appId: string;
  appSecret: string;
}

/** Pinned: a new version is taken on purpose. */
export const GRAPH_VERSION = 'v25.0';

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

export type Graph = ReturnType<typeof createGraph>;

/** Calls of the Graph API: form out, JSON in, every answer parsed by a schema. */
export function createGraph({ graphUrl, appSecret }: MetaSettings) {
  async function call<T>(
    method: 'GET' | 'POST',
    path: string,
    options: {
      token?: string;
      params?: Record<string, string>;
      answer: z.ZodType<T>;
      timeoutMs?: number;
    },
  ): Promise<T> {
    const params = new URLSearchParams(options.params);
    if (options.token !== undefined) params.set('appsecret_proof', proofOf(options.token));
    const url = `${graphUrl}/${GRAPH_VERSION}/${path}`;
    const isPost = method === 'POST';
    let body: unknown;
    try {
      const response = await fetch(isPost ? url : `${url}?${params.toString()}`, {
        method,
        redirect: 'error',
        signal: AbortSignal.timeout(options.timeoutMs ?? 10_000),
        ...(options.token === undefined
          ? {}
          : { headers: { authorization: `Bearer ${options.token}` } }),
        ...(isPost ? { body: params } : {}),
      });
      body = await response.json();
    } catch (error) {
      throw new InstagramError(noAnswer, error);
    }
    const refused = errorBody.safeParse(body);
    if (refused.success) {
      const { code, error_subcode: subcode } = refused.data.error;
      throw new InstagramError(graphProblem(code, subcode));
    }
    const parsed = options.answer.safeParse(body);
    if (!parsed.success) throw new InstagramError(noAnswer, parsed.error);
    return parsed.data;
  }

  const proofOf = (token: string) => createHmac('sha256', appSecret).update(token).digest('hex');

  return { call };
}
