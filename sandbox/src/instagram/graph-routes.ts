import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cutConnection } from '../platform/cut-connection.ts';
import { userIdOfCall, usernameOfCall } from './access.ts';
import { APP, isSecretProof } from './app-credentials.ts';
import type { LoggedCall } from './call-log.ts';
import { refuseLegacyFeatures } from './legacy-features.ts';
import { faultValues } from './fault-values.ts';
import { findEffect, type Step } from './faults.ts';
import type { GraphCall, GraphEndpoint, SignedCall } from './graph-endpoint.ts';
import type { GraphHost } from './graph-host.ts';
import { GraphError } from './graph-error.ts';
import { readParams, readToken, refuseUnknownParams } from './graph-params.ts';
import { applyFault, type CallOutcome } from './apply-fault.ts';
import { consumeSentinel } from './sentinels.ts';
import { isPageInSituation, lacksAppRole } from './situations.ts';
import type { Token } from './login-records.ts';
import { invalidateTokens, findTokenError, revokeScope } from './tokens.ts';
import { RATE_LIMITS, buildThrottledHeaders, buildUsageHeaders } from './usage.ts';
import type { InstagramContext } from './context.ts';

export function serveGraph(
  app: FastifyInstance,
  context: InstagramContext,
  host: GraphHost,
  endpoints: readonly GraphEndpoint[],
): void {
  for (const endpoint of endpoints) {
    app.route({
      method: endpoint.method,
      url: host.prefix + endpoint.path.replace(':id', String.raw`:id(^\d+$)`),
      handler: async (request, reply) => {
        const call = readCall(request);
        const entry = logCall(context, call);
        graphHeaders(context, request, reply);
        try {
          void reply.headers(buildUsageHeaders(context, call));
          const outcome = await handleCall(
            context,
            host,
            endpoint,
            call,
            readToken(request, call.params),
          );
          if (outcome.isCut) return cutConnection(reply, outcome.withReset);
          await context.clock.wait(context.settings.current().answerMs);
          entry.status = 200;
          if (outcome.isPage) void reply.type('text/html; charset=utf-8');
          return await reply.send(outcome.result);
        } catch (error) {
          await context.clock.wait(context.settings.current().answerMs);
          return await sendError({ context, host, reply, entry, call }, error);
        } finally {
          entry.status ??= 0;
          entry.answeredAt = context.clock.now();
        }
      },
    });
  }
}

/** They name no path, so that no endpoint gets them. */
export function refuseMultiIdRequests(app: FastifyInstance, { ids }: InstagramContext): void {
  app.addHook('preHandler', (request, reply, done) => {
    const params = readParams(request);
    if (request.url.split('?')[0] !== '/' || !('ids' in params)) return done();
    try {
      refuseLegacyFeatures(params);
    } catch (error) {
      if (!(error instanceof GraphError)) throw error;
      void reply.status(error.http).send(error.toResponse(ids.traceId()));
    }
  });
}

function readCall(request: FastifyRequest): GraphCall {
  const params = readParams(request);
  const path = request.url.split('?')[0] ?? '';
  const id = (request.params as { id?: string }).id ?? ''; // Fastify types route params as unknown.
  return { method: request.method, version: readVersion(request), path, id, params };
}

function logCall({ callLog, clock }: InstagramContext, call: GraphCall): LoggedCall {
  const { method, version, path } = call;
  const entry: LoggedCall = {
    time: clock.now(),
    method,
    version,
    path,
    params: call.params,
    status: null,
    answeredAt: null,
  };
  callLog.add(entry);
  return entry;
}

async function handleCall(
  context: InstagramContext,
  host: GraphHost,
  endpoint: GraphEndpoint,
  call: GraphCall,
  tokenText: string | undefined,
): Promise<CallOutcome> {
  const known = tokenText === undefined ? undefined : context.records.tokens.get(tokenText);
  const username = usernameOfCall(context, call, known);
  const steps = listSteps(endpoint, call);
  const fault =
    context.faults.consume('instagram', steps, username) ?? consumeSentinel(context, steps, call);
  const effect = fault && findEffect(fault.step, fault.fault);
  const user = effect && userIdOfCall(context, call, known);
  if (effect?.revokedScope && user) revokeScope(context, user, effect.revokedScope);
  if (effect?.tokenErrorSubcode && user) invalidateTokens(context, user, effect.tokenErrorSubcode);
  const run = admitCall(context, host, endpoint, { ...call, variant: effect?.variant }, tokenText);
  // With an invalid token, the call itself returns the error.
  if (!fault || !effect || (effect.tokenErrorSubcode && user)) {
    return { isCut: false, result: await run() };
  }
  return applyFault(context, fault, effect, run, faultValues(call, context.clock.now()));
}

function listSteps(endpoint: GraphEndpoint, { id }: GraphCall): readonly Step[] {
  const step = typeof endpoint.step === 'function' ? endpoint.step(id) : endpoint.step;
  const extraSteps = endpoint.extraStep ? [endpoint.extraStep] : [];
  return endpoint.access === 'token'
    ? [step, ...extraSteps, 'token', 'rate']
    : [step, ...extraSteps];
}

function admitCall(
  context: InstagramContext,
  host: GraphHost,
  endpoint: GraphEndpoint,
  call: GraphCall,
  tokenText: string | undefined,
): () => unknown {
  try {
    refuseUnknownParams(call.params, endpoint.params);
    if (endpoint.access === 'open') return () => endpoint.handle(call);
    const signed: SignedCall = { ...call, token: checkToken(context, host, call, tokenText) };
    signed.observedState = endpoint.observe?.(signed);
    return () => endpoint.handle(signed);
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

function checkToken(
  context: InstagramContext,
  host: GraphHost,
  { method, params }: GraphCall,
  text: string | undefined,
): Token {
  if (text === undefined) throw new GraphError('104');
  const known = context.records.tokens.get(text);
  if (!known || !host.accepts(known)) throw new GraphError('190');
  const tokenError = findTokenError(context, known);
  if (tokenError) throw tokenError;
  if (lacksAppRole(context.records, known.userId)) {
    throw known.type === 'INSTAGRAM'
      ? new GraphError('100/unsupported', { method: method.toLowerCase() })
      : new GraphError('200/app', { 'app-id': APP.id, 'user-id': known.userId });
  }
  const page = context.records.pages.get(known.pageId ?? '');
  if (page && isPageInSituation(context.records, page, 'two-factor')) {
    throw new GraphError('190/492');
  }
  const proof = params['appsecret_proof'];
  if (proof !== undefined && !isSecretProof(proof, text, host.appSecret))
    throw new GraphError('100/proof');
  return known;
}

export const readVersion = ({ originalUrl }: FastifyRequest): string =>
  /^(?:\/graph\.instagram\.com)?\/(v\d+\.\d+)\//.exec(originalUrl)?.[1] ?? 'v25.0';

function graphHeaders(
  context: InstagramContext,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  void reply.headers({
    'facebook-api-version': readVersion(request),
    'x-fb-trace-id': context.ids.traceId(),
    'x-fb-rev': '1000000000',
    'cache-control': 'no-store',
  });
}

function sendError(
  {
    context: { ids },
    host,
    reply,
    entry,
    call: { id },
  }: {
    context: InstagramContext;
    host: GraphHost;
    reply: FastifyReply;
    entry: LoggedCall;
    call: GraphCall;
  },
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
  if (RATE_LIMITS.has(error.key)) void reply.headers(buildThrottledHeaders(error.key, id));
  return reply.status(error.http).send(host.toResponse(error, ids.traceId()));
}
