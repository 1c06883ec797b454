import type { DataOf, Endpoint, RequestOf } from '@pontual/contract/shared/endpoint.ts';
import type { Scope } from '@pontual/contract/shared/scopes.ts';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AuthenticatedSession, Member } from './authentication.ts';
import { authenticateRequest, type Authenticators, type Caller } from './authentication.ts';
import { markAsUpload } from './body-limits.ts';
import { readMultipart, type MultipartUpload } from './multipart.ts';
import { describeEndpoint } from './describe-endpoint.ts';
import type { ApiBudget } from './api-budget.ts';
import { runAsCaller } from './request-actor.ts';

export interface ApiRouter extends Authenticators {
  app: FastifyInstance;
  apiBudget: ApiBudget;
}

type AuthenticatedCaller<E extends Endpoint> = E extends { scope: Scope }
  ? Member
  : AuthenticatedSession;

type EndpointCaller<E extends Endpoint> = E['access'] extends 'user'
  ? AuthenticatedCaller<E>
  : AuthenticatedCaller<E> | undefined;

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

type Handler<E extends Endpoint, Answer, Extra = unknown> = (
  input: RequestOf<E> & Extra,
  caller: EndpointCaller<E>,
  exchange: Exchange,
) => Promise<Answer>;

/** Answers `{ success: true, data }`, with the sentence of the endpoint if it has one. */
export function serve<E extends Endpoint>(
  router: ApiRouter,
  endpoint: E,
  handle: Handler<E, DataOf<E>>,
): void {
  registerRoute(router, endpoint, async (caller, exchange) =>
    successOf(endpoint, await handle(inputOf<E>(exchange.request), caller, exchange)),
  );
}

/** Reads the fields before the handler, which reads the files. */
export function serveUpload<E extends Endpoint & { multipart: true }>(
  router: ApiRouter,
  endpoint: E,
  handle: Handler<E, DataOf<E>, MultipartUpload>,
): void {
  registerRoute(router, endpoint, async (caller, exchange) => {
    const upload = await readMultipart(exchange.request, endpoint);
    const input = { ...inputOf<E>(exchange.request), ...upload } as RequestOf<E> & MultipartUpload;
    return successOf(endpoint, await handle(input, caller, exchange));
  });
}

/** The ETag changes whenever the data does; undefined: the data has none. */
export interface VersionedData<T> {
  etag: string | undefined;
  data: T;
}

/** Answers 304 without data while the client's ETag is the current one (RFC 9110, section 13.1.2). */
export function serveRevalidated<E extends Endpoint>(
  router: ApiRouter,
  endpoint: E,
  handle: Handler<E, VersionedData<DataOf<E>> | 'not-modified', { knownEtag: string | undefined }>,
): void {
  registerRoute(router, endpoint, async (caller, exchange) => {
    const { request, reply } = exchange;
    const knownEtag = request.headers['if-none-match'];
    const found = await handle({ ...inputOf<E>(request), knownEtag }, caller, exchange);
    if (found === 'not-modified') {
      reply.header('etag', knownEtag);
      return undefined;
    }
    if (found.etag !== undefined) reply.header('etag', found.etag);
    reply.type('application/json; charset=utf-8');
    // A text is sent as it is: to validate a thousand posts again takes longer than to read them.
    return JSON.stringify({ success: true, data: found.data });
  });
}

export interface ServedFile {
  type: string;
  /** Consists of letters, digits, `.`, `-` and `_`. */
  name: string;
  content: Readable | Buffer;
}

export function serveFile<E extends Endpoint & { file: readonly string[] }>(
  router: ApiRouter,
  endpoint: E,
  handle: Handler<E, ServedFile>,
): void {
  registerRoute(router, endpoint, async (caller, exchange) => {
    const { type, name, content } = await handle(inputOf<E>(exchange.request), caller, exchange);
    exchange.reply.type(type).header('content-disposition', `attachment; filename="${name}"`);
    return content;
  });
}

/** The validator compiler has parsed all three. */
const inputOf = <E extends Endpoint>({ params, query, body }: FastifyRequest) =>
  ({ params, query, body }) as RequestOf<E>;

const successOf = <E extends Endpoint>({ message }: E, data: DataOf<E>) => ({
  success: true,
  data,
  ...(message === undefined ? {} : { message }),
});

/** `respond` returns undefined for a response that is not modified. */
function registerRoute<E extends Endpoint>(
  { app, apiBudget, ...authenticators }: ApiRouter,
  endpoint: E,
  respond: (caller: EndpointCaller<E>, exchange: Exchange) => Promise<unknown>,
): void {
  const callers = new WeakMap<FastifyRequest, Caller>();
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(endpoint.maxBodyBytes === undefined ? {} : { bodyLimit: endpoint.maxBodyBytes }),
    // A HEAD request must not create the file.
    ...(endpoint.file === undefined ? {} : { exposeHeadRoute: false }),
    schema: describeEndpoint(endpoint),
    // Before the body is read: an upload without authentication is refused unread.
    async onRequest(request, reply) {
      const caller = await authenticateRequest(request, authenticators, endpoint);
      if (caller === undefined) return;
      if ('tokenId' in caller) apiBudget.take(caller.workspaceId, reply);
      callers.set(request, caller);
      const isUpload = endpoint.multipart || endpoint.maxBodyBytes !== undefined;
      if (isUpload) markAsUpload(request.raw, caller.userId);
    },
    async handler(request, reply) {
      const caller = callers.get(request);
      const success = await runAsCaller(caller, endpoint.role, () =>
        respond(caller as EndpointCaller<E>, { request, reply }),
      );
      if (success === undefined) return reply.status(304).send();
      return reply.status(endpoint.status ?? 200).send(success);
    },
  });
}
