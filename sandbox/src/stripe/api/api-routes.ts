import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { cutConnection } from '../../platform/cut-connection.ts';
import { inTransaction } from '../../platform/state/database.ts';
import { API_FAULTS } from '../faults.ts';
import { newId, type PaymentsContext } from '../context.ts';
import { ApiError } from './api-error.ts';
import { API_VERSION, checkKey, checkVersion } from './credentials.ts';
import type { Endpoint } from './endpoint.ts';
import { expand } from './expand.ts';
import { validateParams, readForm, text, type Tree } from './form.ts';
import { runIdempotently, createKeyInUseError, type ApiResponse } from './idempotency.ts';

type Call = {
  requestId: string;
  key: string | undefined;
  id: string;
  flatParams: Record<string, unknown>;
  url: string;
};

const paramsSchema = z.object({ id: z.string().default('') });
const expandSchema = z.object({ expand: z.array(text).default([]) });

export function serveApi(
  app: FastifyInstance,
  context: PaymentsContext,
  endpoints: readonly Endpoint[],
): void {
  const inProgressKeys = new Set<string>();
  for (const endpoint of endpoints) {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      handler: async (request, reply) => {
        const call = readCall(context, request);
        const isOwner = call.key !== undefined && !inProgressKeys.has(call.key);
        if (isOwner && call.key !== undefined) inProgressKeys.add(call.key);
        try {
          checkKey(request.headers.authorization);
          checkVersion(request.headers['stripe-version']);
          checkType(request);
          if (call.key !== undefined && !isOwner) throw createKeyInUseError(call.key);
          return await handleCall(context, endpoint, call, reply);
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          return send(reply, call, toResponse(error));
        } finally {
          if (isOwner && call.key !== undefined) inProgressKeys.delete(call.key);
        }
      },
    });
  }
  app.all('/v1/*', (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const message = `Unrecognized request URL (${request.method}: ${path}). If you are trying to list objects, remove the trailing slash. If you are trying to retrieve an object, make sure you passed a valid (non-empty) identifier in your code.`;
    return send(reply, readCall(context, request), toResponse(new ApiError(404, message)));
  });
}

function readCall(context: PaymentsContext, request: FastifyRequest): Call {
  const key = request.headers['idempotency-key'];
  const body = typeof request.body === 'object' && request.body !== null ? request.body : {};
  const query = typeof request.query === 'object' && request.query !== null ? request.query : {};
  return {
    requestId: newId(context, 'req', 14),
    key: request.method === 'POST' && typeof key === 'string' ? key : undefined,
    id: paramsSchema.parse(request.params).id,
    flatParams: { ...query, ...body },
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

async function handleCall(
  context: PaymentsContext,
  endpoint: Endpoint,
  call: Call,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const armedFault = context.faults.consume('payments', [endpoint.step, 'api']);
  const fault = armedFault && API_FAULTS[armedFault.fault];
  if (!armedFault || !fault) return send(reply, call, runCall(context, endpoint, call));
  if (fault.delayPosition === 'before') await context.clock.wait(armedFault.delayMs);
  const failure = fault.response === 'error' ? createFailure(fault.status ?? 500) : undefined;
  const failureResponse = failure && fault.isApplied ? toResponse(failure) : undefined;
  const result = fault.isApplied ? runCall(context, endpoint, call, failureResponse) : undefined;
  if (fault.delayPosition === 'after') await context.clock.wait(armedFault.delayMs);
  if (fault.response === 'cut' || fault.response === 'reset') {
    return cutConnection(reply, fault.response === 'reset');
  }
  if (failure && !result) throw failure;
  return send(reply, call, result ?? toResponse(new ApiError(500, 'Nothing was done.')));
}

/** Runs the call; `override` replaces the response to the client, also in a replay. */
function runCall(
  context: PaymentsContext,
  { schema, handle: act }: Endpoint,
  { flatParams, id, key, requestId, url }: Call,
  override?: ApiResponse,
): ApiResponse {
  const { expand: _, ...tree } = readForm(flatParams);
  const { expand: paths } = validateParams(expandSchema, pickExpand(flatParams));
  const params = validateParams(schema, tree);
  const request = `${url} ${JSON.stringify(sortParams(flatParams))}`;
  const run = (): ApiResponse => {
    context.currentRequest = { id: requestId, idempotency_key: key ?? null };
    try {
      const body = expand(context.records, act(params, id), paths);
      return override ?? { status: 200, body };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return toResponse(error);
    } finally {
      context.currentRequest = { id: null, idempotency_key: null };
    }
  };
  return inTransaction(context.database, () =>
    runIdempotently(context, { key, request, requestId }, run),
  );
}

/** The same parameters in another order are the same request. */
const sortParams = (flat: Record<string, unknown>): [string, unknown][] =>
  Object.entries(flat).toSorted(([one], [other]) => (one < other ? -1 : 1));

/** The indexes are out of order when a list mixes `expand[0]` and `expand[]`. */
function pickExpand(flat: Record<string, unknown>): Tree {
  const values = Object.entries(flat)
    .filter(([name]) => name === 'expand' || name.startsWith('expand['))
    .flatMap(([, value]) => (Array.isArray(value) ? value.map(String) : [String(value)]));
  return values.length === 0 ? {} : { expand: values };
}

function createFailure(status: number): ApiError {
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

function toResponse(error: ApiError): ApiResponse {
  const { status, shouldRetry } = error;
  return { status, body: error.body(), ...(shouldRetry === undefined ? {} : { shouldRetry }) };
}

function send(
  reply: FastifyReply,
  { requestId, key }: Call,
  { status, body, replayOf, shouldRetry }: ApiResponse,
): FastifyReply {
  // A stored error does not change on a retry.
  const retryHeader = replayOf !== undefined && status >= 500 ? false : shouldRetry;
  void reply.headers({
    'request-id': requestId,
    'stripe-version': API_VERSION,
    'cache-control': 'no-cache, no-store',
    ...(key === undefined
      ? {}
      : { 'idempotency-key': key, 'original-request': replayOf ?? requestId }),
    ...(replayOf === undefined ? {} : { 'idempotent-replayed': 'true' }),
    ...(retryHeader === undefined ? {} : { 'stripe-should-retry': String(retryHeader) }),
  });
  return reply.status(status).type('application/json').send(body);
}
