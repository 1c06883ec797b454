import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { cut } from '../../cut.ts';
import { atomically } from '../../state/database.ts';
import { API_FAULTS } from '../faults.ts';
import { newId, type PaymentsWorld } from '../world.ts';
import { ApiError } from './api-error.ts';
import { API_VERSION, checkKey, checkVersion } from './credentials.ts';
import type { Endpoint } from './endpoint.ts';
import { expand } from './expand.ts';
import { check, readForm, text, type Tree } from './form.ts';
import { answerOnce, inUse, type Answer } from './idempotency.ts';

type Call = {
  requestId: string;
  key: string | undefined;
  id: string;
  flat: Record<string, unknown>;
  url: string;
};

const paramsSchema = z.object({ id: z.string().default('') });
const expandSchema = z.object({ expand: z.array(text).default([]) });

/** Serves the API: every call is authenticated, may meet a fault, and is checked strictly. */
export function serveApi(
  app: FastifyInstance,
  world: PaymentsWorld,
  endpoints: readonly Endpoint[],
): void {
  const underWay = new Set<string>();
  for (const endpoint of endpoints) {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      handler: async (request, reply) => {
        const call = readCall(world, request);
        const isOwner = call.key !== undefined && !underWay.has(call.key);
        if (isOwner && call.key !== undefined) underWay.add(call.key);
        try {
          checkKey(request.headers.authorization);
          checkVersion(request.headers['stripe-version']);
          checkType(request);
          if (call.key !== undefined && !isOwner) throw inUse(call.key);
          return await answer(world, endpoint, call, reply);
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          return send(reply, call, answerOf(error));
        } finally {
          if (isOwner && call.key !== undefined) underWay.delete(call.key);
        }
      },
    });
  }
  app.all('/v1/*', (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const message = `Unrecognized request URL (${request.method}: ${path}). If you are trying to list objects, remove the trailing slash. If you are trying to retrieve an object, make sure you passed a valid (non-empty) identifier in your code.`;
    return send(reply, readCall(world, request), answerOf(new ApiError(404, message)));
  });
}

function readCall(world: PaymentsWorld, request: FastifyRequest): Call {
  const key = request.headers['idempotency-key'];
  const body = typeof request.body === 'object' && request.body !== null ? request.body : {};
  const query = typeof request.query === 'object' && request.query !== null ? request.query : {};
  return {
    requestId: newId(world, 'req', 14),
    key: request.method === 'POST' && typeof key === 'string' ? key : undefined,
    id: paramsSchema.parse(request.params).id,
    flat: { ...query, ...body },
    url: `${request.method} ${request.url}`,
  };
}

function checkType({ method, headers }: FastifyRequest): void {
  const type = headers['content-type'] ?? 'application/x-www-form-urlencoded';
  if (method !== 'POST' || type.startsWith('application/x-www-form-urlencoded')) return;
  throw new ApiError(
    400,
    'Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have any questions, we can help at https://support.stripe.com/.',
  );
}

async function answer(
  world: PaymentsWorld,
  endpoint: Endpoint,
  call: Call,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const armed = world.faults.take('payments', [endpoint.step, 'api']);
  const fault = armed && API_FAULTS[armed.fault];
  if (!armed || !fault) return send(reply, call, perform(world, endpoint, call));
  if (fault.waits === 'before') await world.clock.pause(armed.delayMs);
  const failure = fault.answer === 'error' ? failureOf(fault.status ?? 500) : undefined;
  const keptFailure = failure && fault.takesPlace ? answerOf(failure) : undefined;
  const done = fault.takesPlace ? perform(world, endpoint, call, keptFailure) : undefined;
  if (fault.waits === 'after') await world.clock.pause(armed.delayMs);
  if (fault.answer === 'cut' || fault.answer === 'reset') {
    return cut(reply, fault.answer === 'reset');
  }
  if (failure && !done) throw failure;
  return send(reply, call, done ?? answerOf(new ApiError(500, 'Nothing was done.')));
}

/** Runs the call; `instead` is what the client is told, and told again, in place of the result. */
function perform(
  world: PaymentsWorld,
  { schema, answer: act }: Endpoint,
  { flat, id, key, requestId, url }: Call,
  instead?: Answer,
): Answer {
  const { expand: _, ...tree } = readForm(flat);
  const { expand: paths } = check(expandSchema, pickExpand(flat));
  const params = check(schema, tree);
  const request = `${url} ${JSON.stringify(sorted(flat))}`;
  const run = (): Answer => {
    world.cause = { id: requestId, idempotency_key: key ?? null };
    try {
      const body = expand(world.records, act(params, id), paths);
      return instead ?? { status: 200, body };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return answerOf(error);
    } finally {
      world.cause = { id: null, idempotency_key: null };
    }
  };
  return atomically(world.database, () => answerOnce(world, { key, request, requestId }, run));
}

/** The same parameters in another order are the same request. */
const sorted = (flat: Record<string, unknown>): [string, unknown][] =>
  Object.entries(flat).toSorted(([one], [other]) => (one < other ? -1 : 1));

/** Lists are not in order when they come as `expand[0]`, `expand[]` or both. */
function pickExpand(flat: Record<string, unknown>): Tree {
  const values = Object.entries(flat)
    .filter(([name]) => name === 'expand' || name.startsWith('expand['))
    .flatMap(([, value]) => (Array.isArray(value) ? value.map(String) : [String(value)]));
  return values.length === 0 ? {} : { expand: values };
}

function failureOf(status: number): ApiError {
  switch (status) {
    case 429:
      return new ApiError(429, 'Request rate limit exceeded.', { code: 'rate_limit' }, true);
    case 401:
      return new ApiError(401, 'Expired API Key provided: sk_test_********');
    case 400:
      return new ApiError(400, 'This request was refused by the sandbox.');
    default:
      return new ApiError(
        status,
        'An unknown error occurred. We have been notified of the problem.',
        { type: 'api_error' },
        true,
      );
  }
}

function answerOf(error: ApiError): Answer {
  const { status, retry } = error;
  return { status, body: error.body(), ...(retry === undefined ? {} : { retry }) };
}

function send(
  reply: FastifyReply,
  { requestId, key }: Call,
  { status, body, replayOf, retry }: Answer,
): FastifyReply {
  // What was kept will not change by asking again.
  const again = replayOf !== undefined && status >= 500 ? false : retry;
  void reply.headers({
    'request-id': requestId,
    'stripe-version': API_VERSION,
    'cache-control': 'no-cache, no-store',
    ...(key === undefined
      ? {}
      : { 'idempotency-key': key, 'original-request': replayOf ?? requestId }),
    ...(replayOf === undefined ? {} : { 'idempotent-replayed': 'true' }),
    ...(again === undefined ? {} : { 'stripe-should-retry': String(again) }),
  });
  return reply.status(status).type('application/json').send(body);
}
