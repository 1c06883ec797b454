import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { usernameOfCall } from './access.ts';
import { isSecretProof } from './app-credentials.ts';
import { maskSecrets, type LoggedCall } from './call-log.ts';
import { effectOf } from './faults.ts';
import type { GraphCall, GraphEndpoint } from './graph-endpoint.ts';
import { GraphError } from './graph-error.ts';
import { readParams, readToken, refuseUnknownParams } from './graph-params.ts';
import { newTraceId } from './ids.ts';
import { playFault, type Outcome } from './play-fault.ts';
import { killTokens, tokenProblem, type Token } from './tokens.ts';
import type { InstagramWorld } from './world.ts';

/** Serves Graph endpoints: every call is logged, may meet a fault, and is checked strictly. */
export function serveGraph(
  app: FastifyInstance,
  world: InstagramWorld,
  endpoints: readonly GraphEndpoint[],
): void {
  for (const endpoint of endpoints) {
    app.route({
      method: endpoint.method,
      url: endpoint.path.replace(':id', String.raw`:id(^\d+$)`),
      handler: async (request, reply) => {
        const call = readCall(request);
        const entry = logCall(world, call);
        graphHeaders(request, reply);
        try {
          const outcome = await answer(world, endpoint, call, readToken(request, call.params));
          if (outcome.cut) return cut(reply, outcome.withReset);
          entry.status = 200;
          return await reply.send(outcome.result);
        } catch (error) {
          return await sendError(reply, entry, call, error);
        } finally {
          entry.status ??= 0;
        }
      },
    });
  }
}

function readCall(request: FastifyRequest): GraphCall {
  const params = readParams(request);
  const path = request.url.split('?')[0] ?? '';
  const id = (request.params as { id?: string }).id ?? ''; // Fastify types route params as unknown.
  return { method: request.method, path, id, params };
}

function logCall({ calls, clock }: InstagramWorld, call: GraphCall): LoggedCall {
  const { method, path } = call;
  const entry: LoggedCall = {
    time: clock.now(),
    method,
    path,
    params: maskSecrets(call.params),
    status: null,
  };
  calls.add(entry);
  return entry;
}

async function answer(
  world: InstagramWorld,
  endpoint: GraphEndpoint,
  call: GraphCall,
  tokenText: string | undefined,
): Promise<Outcome> {
  const known = tokenText === undefined ? undefined : world.records.tokens.get(tokenText);
  const step = typeof endpoint.step === 'function' ? endpoint.step(call.id) : endpoint.step;
  const steps = endpoint.access === 'token' ? [step, 'token', 'rate'] : [step];
  const fault = world.faults.take('instagram', steps, usernameOfCall(world, call, known));
  const effect = fault && effectOf(fault.step, fault.fault);
  const run = (): unknown => {
    refuseUnknownParams(call.params, endpoint.params);
    const twisted = { ...call, twist: effect?.twist };
    if (endpoint.access === 'open') return endpoint.answer(twisted);
    return endpoint.answer({ ...twisted, token: checkToken(world, call, tokenText) });
  };
  if (!fault || !effect) return { cut: false, result: await run() };
  if (effect.killsTokens && known) {
    killTokens(world, known.personId, effect.killsTokens);
    return { cut: false, result: await run() };
  }
  return playFault(fault, effect, run, valuesOf(call));
}

/** What the placeholders of an injected error's text stand for in this call. */
function valuesOf({ method, id, params }: GraphCall): Record<string, string> {
  return {
    method: method.toLowerCase(),
    id,
    'creation-id': params['creation_id'] ?? id,
    'media-id': params['creation_id'] ?? id,
    uri: params['image_url'] ?? params['video_url'] ?? '',
    detail: 'Invalid parameter',
  };
}

function checkToken(world: InstagramWorld, { params }: GraphCall, text: string | undefined): Token {
  if (text === undefined) throw new GraphError('104');
  const known = world.records.tokens.get(text);
  if (!known) throw new GraphError('190');
  const problem = tokenProblem(world, known);
  if (problem) throw problem;
  const proof = params['appsecret_proof'];
  if (proof !== undefined && !isSecretProof(proof, text)) throw new GraphError('100/proof');
  return known;
}

function graphHeaders(request: FastifyRequest, reply: FastifyReply): void {
  const version = /^\/(v\d+\.\d+)\//.exec(request.originalUrl)?.[1] ?? 'v25.0';
  void reply.headers({
    'facebook-api-version': version,
    'x-fb-trace-id': newTraceId(),
    'x-fb-rev': '1000000000',
    'cache-control': 'no-store',
  });
}

function cut(reply: FastifyReply, withReset: boolean): FastifyReply {
  reply.hijack();
  if (withReset) reply.raw.socket?.resetAndDestroy();
  else reply.raw.socket?.destroy();
  return reply;
}

function sendError(
  reply: FastifyReply,
  entry: LoggedCall,
  { id }: GraphCall,
  error: unknown,
): FastifyReply {
  if (!(error instanceof GraphError)) throw error;
  entry.status = error.http;
  if (/^(102|104|190|100\/360)/.test(error.key)) {
    void reply.header(
      'www-authenticate',
      `OAuth "Facebook Platform" "invalid_token" "${error.message}"`,
    );
  }
  if (RATE_LIMITS.has(error.key)) void reply.headers(usageHeaders(id));
  return reply.status(error.http).send(error.body);
}

const RATE_LIMITS = new Set(['4', '17', '32', '613', '80001', '80002']);

/** How much of its allowance a throttled account has used, in percent; the wait is in minutes. */
function usageHeaders(id: string): Record<string, string> {
  const used = { call_count: 100, total_cputime: 25, total_time: 25 };
  const account = { type: 'instagram', ...used, estimated_time_to_regain_access: 1 };
  return {
    'x-app-usage': JSON.stringify(used),
    'x-business-use-case-usage': JSON.stringify({ [id || '0']: [account] }),
  };
}
