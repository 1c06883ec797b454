import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cut } from '../cut.ts';
import { personOfCall, usernameOfCall } from './access.ts';
import { isSecretProof } from './app-credentials.ts';
import type { LoggedCall } from './call-log.ts';
import { faultValues } from './fault-values.ts';
import { effectOf, type Step } from './faults.ts';
import type { GraphCall, GraphEndpoint, SignedCall } from './graph-endpoint.ts';
import { GraphError } from './graph-error.ts';
import { readParams, readToken, refuseUnknownParams } from './graph-params.ts';
import { playFault, type Outcome } from './play-fault.ts';
import { takeSentinel } from './sentinels.ts';
import { killTokens, tokenProblem, withdrawScope, type Token } from './tokens.ts';
import { RATE_LIMITS, throttledHeaders, usageHeaders } from './usage.ts';
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
        graphHeaders(world, request, reply);
        try {
          void reply.headers(usageHeaders(world, call));
          const outcome = await answer(world, endpoint, call, readToken(request, call.params));
          if (outcome.cut) return cut(reply, outcome.withReset);
          await world.clock.pause(world.settings.current().answerMs);
          entry.status = 200;
          return await reply.send(outcome.result);
        } catch (error) {
          await world.clock.pause(world.settings.current().answerMs);
          return await sendError(world, reply, entry, call, error);
        } finally {
          entry.status ??= 0;
          entry.answeredAt = world.clock.now();
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
    params: call.params,
    status: null,
    answeredAt: null,
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
  const username = usernameOfCall(world, call, known);
  const steps = stepsOf(endpoint, call);
  const fault = world.faults.take('instagram', steps, username) ?? takeSentinel(world, steps, call);
  const effect = fault && effectOf(fault.step, fault.fault);
  const person = effect && personOfCall(world, call, known);
  if (effect?.withdraws && person) withdrawScope(world, person, effect.withdraws);
  if (effect?.killsTokens && person) killTokens(world, person, effect.killsTokens);
  const run = admit(world, endpoint, { ...call, twist: effect?.twist }, tokenText);
  // Dead tokens are found by the call itself.
  if (!fault || !effect || (effect.killsTokens && person)) {
    return { cut: false, result: await run() };
  }
  return playFault(world, fault, effect, run, faultValues(call, world.clock.now()));
}

function stepsOf(endpoint: GraphEndpoint, { id }: GraphCall): readonly Step[] {
  const step = typeof endpoint.step === 'function' ? endpoint.step(id) : endpoint.step;
  const also = endpoint.alsoStep ? [endpoint.alsoStep] : [];
  return endpoint.access === 'token' ? [step, ...also, 'token', 'rate'] : [step, ...also];
}

/** Checks the call as it arrives; what it gives is the call's effect, or its refusal. */
function admit(
  world: InstagramWorld,
  endpoint: GraphEndpoint,
  call: GraphCall,
  tokenText: string | undefined,
): () => unknown {
  try {
    refuseUnknownParams(call.params, endpoint.params);
    if (endpoint.access === 'open') return () => endpoint.answer(call);
    const signed: SignedCall = { ...call, token: checkToken(world, call, tokenText) };
    signed.observed = endpoint.observe?.(signed);
    return () => endpoint.answer(signed);
  } catch (error) {
    return () => {
      throw error;
    };
  }
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

function graphHeaders(world: InstagramWorld, request: FastifyRequest, reply: FastifyReply): void {
  const version = /^\/(v\d+\.\d+)\//.exec(request.originalUrl)?.[1] ?? 'v25.0';
  void reply.headers({
    'facebook-api-version': version,
    'x-fb-trace-id': world.ids.traceId(),
    'x-fb-rev': '1000000000',
    'cache-control': 'no-store',
  });
}

function sendError(
  { ids }: InstagramWorld,
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
  if (RATE_LIMITS.has(error.key)) void reply.headers(throttledHeaders(error.key, id));
  return reply.status(error.http).send(error.answer(ids.traceId()));
}
