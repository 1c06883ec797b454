import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { InstagramContext } from './context.ts';
import { createParameterError, GraphError } from './graph-error.ts';
import { readParams, readToken, requireParam } from './graph-params.ts';
import { readVersion } from './graph-routes.ts';

const MAX_CALLS = 50;

const callsSchema = z.array(
  z.object({
    method: z.enum(['GET', 'POST', 'DELETE', 'get', 'post', 'delete']),
    relative_url: z.string(),
    body: z.string().optional(),
  }),
);
type BatchedCall = z.infer<typeof callsSchema>[number];

/**
 * Serves several calls in one request; one call cannot use the result of another here.
 * https://developers.facebook.com/docs/graph-api/batch-requests
 */
export function serveBatch(app: FastifyInstance, { ids }: InstagramContext): void {
  app.post('/', async (request, reply) => {
    try {
      const params = readParams(request);
      const calls = readCalls(requireParam(params, 'batch'));
      const version = readVersion(request);
      const token = readToken(request, params);
      const withHeaders = params['include_headers'] !== 'false';
      return await Promise.all(
        calls.map((call) => answerCall(app, call, { version, token, withHeaders })),
      );
    } catch (error) {
      if (!(error instanceof GraphError)) throw error;
      return reply.status(error.http).send(error.toResponse(ids.traceId()));
    }
  });
}

/** @throws GraphError */
function readCalls(text: string): BatchedCall[] {
  const { data } = callsSchema.safeParse(parse(text));
  if (data === undefined) throw createParameterError('Param batch must be a list of calls');
  if (data.length > MAX_CALLS) {
    throw createParameterError(`Too many requests in batch message. Maximum is ${MAX_CALLS}`);
  }
  return data;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function answerCall(
  app: FastifyInstance,
  { method, relative_url: address, body }: BatchedCall,
  {
    version,
    token,
    withHeaders,
  }: { version: string; token: string | undefined; withHeaders: boolean },
): Promise<{ code: number; headers?: { name: string; value: string }[]; body: string }> {
  const path = address.replace(/^\//, '');
  const response = await app.inject({
    method: z.enum(['GET', 'POST', 'DELETE']).parse(method.toUpperCase()),
    url: /^v\d+\.\d+\//.test(path) ? `/${path}` : `/${version}/${path}`,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(body === undefined ? {} : { payload: body }),
  });
  const answer = { code: response.statusCode, body: response.body };
  if (!withHeaders) return answer;
  const headers = Object.entries(response.headers).map(([name, value]) => ({
    name,
    value: String(value),
  }));
  return { ...answer, headers };
}
