import type { DataOf, Endpoint, RequestOf } from '@pontual/contract/shared/endpoint.ts';
import type { Permission } from '@pontual/contract/shared/roles.ts';
import type { Scope } from '@pontual/contract/shared/scopes.ts';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { withRequestActor } from './request-actor.ts';
import type { AuthenticatedSession, Member } from './authentication.ts';
import { authenticateRequest, type Authenticators, type Caller } from './authentication.ts';
import { markAsUpload } from './body-limits.ts';
import { readMultipart, type MultipartUpload } from './multipart.ts';
import { describeEndpoint } from './describe-endpoint.ts';

export interface ApiRouter extends Authenticators {
  app: FastifyInstance;
}

type AuthenticatedCaller<E extends Endpoint> = E extends { scope: Scope }
  ? Member
  : AuthenticatedSession;

type EndpointCaller<E extends Endpoint> = E['access'] extends 'user'
  ? AuthenticatedCaller<E>
  : AuthenticatedCaller<E> | undefined;

type Handler<E extends Endpoint> = (
  request: RequestOf<E>,
  caller: EndpointCaller<E>,
  exchange: { request: FastifyRequest; reply: FastifyReply },
) => Promise<DataOf<E>>;

type UploadHandler<E extends Endpoint> = (
  request: RequestOf<E> & MultipartUpload,
  caller: EndpointCaller<E>,
) => Promise<DataOf<E>>;

/** The ETag changes whenever the data does; undefined: the data has none. */
export interface VersionedData<T> {
  etag: string | undefined;
  data: T;
}

type RevalidatingHandler<E extends Endpoint> = (
  request: RequestOf<E>,
  caller: EndpointCaller<E>,
  knownEtag: string | undefined,
) => Promise<VersionedData<DataOf<E>> | 'not-modified'>;

type FileHandler<E extends Endpoint> = (
  request: RequestOf<E>,
  caller: EndpointCaller<E>,
  exchange: { request: FastifyRequest; reply: FastifyReply },
) => Promise<ServedFile>;

export function serve<E extends Endpoint>(
  router: ApiRouter,
  endpoint: E,
  handle: Handler<E>,
): void {
  registerRoute(router, endpoint, async (request, reply, caller) => ({
    success: true,
    data: await handle(requestOf<E>(request), caller, { request, reply }),
    ...messageField(endpoint),
  }));
}

/** Answers 304 without data while the client's ETag is the current one (RFC 9110, section 13.1.2). */
export function serveRevalidated<E extends Endpoint>(
  router: ApiRouter,
  endpoint: E,
  handle: RevalidatingHandler<E>,
): void {
  registerRoute(router, endpoint, async (request, reply, caller) => {
    const knownEtag = request.headers['if-none-match'];
    const found = await handle(requestOf<E>(request), caller, knownEtag);
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
  handle: FileHandler<E>,
): void {
  registerRoute(router, endpoint, async (request, reply, caller) => {
    const { type, name, content } = await handle(requestOf<E>(request), caller, { request, reply });
    reply.type(type).header('content-disposition', `attachment; filename="${name}"`);
    return content;
  });
}

const messageField = ({ message }: Endpoint) => (message === undefined ? {} : { message });

/** The validator compiler has parsed all three. */
const requestOf = <E extends Endpoint>({ params, query, body }: FastifyRequest) =>
  ({ params, query, body }) as RequestOf<E>;

export function serveUpload<E extends Endpoint & { multipart: true }>(
  router: ApiRouter,
  endpoint: E,
  handle: UploadHandler<E>,
): void {
  registerRoute(router, endpoint, async (request, _reply, caller) => {
    const { body, ...upload } = await readMultipart(request, endpoint);
    const sent = { params: request.params, query: request.query, body } as RequestOf<E>;
    const data = await handle({ ...sent, ...upload }, caller);
    return { success: true, data, ...messageField(endpoint) };
  });
}

/** `respond` returns undefined for a response that is not modified. */
function registerRoute<E extends Endpoint>(
  { app, ...doors }: ApiRouter,
  endpoint: E,
  respond: (
    request: FastifyRequest,
    reply: FastifyReply,
    caller: EndpointCaller<E>,
  ) => Promise<unknown>,
): void {
  const status = endpoint.status ?? 200;
  const messageSchema = endpoint.message === undefined ? {} : { message: z.string() };
  const callers = new WeakMap<FastifyRequest, Caller>();
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(endpoint.maxBodyBytes === undefined ? {} : { bodyLimit: endpoint.maxBodyBytes }),
    // A HEAD request must not create the file.
    ...(endpoint.file === undefined ? {} : { exposeHeadRoute: false }),
    schema: {
      ...describeEndpoint(endpoint),
      ...(endpoint.params === undefined ? {} : { params: endpoint.params }),
      ...(endpoint.query === undefined ? {} : { querystring: endpoint.query }),
      ...(endpoint.body === undefined || endpoint.multipart ? {} : { body: endpoint.body }),
      ...(endpoint.multipart ? { consumes: ['multipart/form-data'] } : {}),
      response: {
        [status]:
          endpoint.file === undefined
            ? z.object({ success: z.literal(true), data: endpoint.data, ...messageSchema })
            : fileResponse(endpoint.file),
      },
    },
    // Before the body is read: an upload without authentication is refused unread.
    async onRequest(request) {
      const caller = await authenticateRequest(request, doors, endpoint);
      if (caller === undefined) return;
      callers.set(request, caller);
      const isUpload = endpoint.multipart || endpoint.maxBodyBytes !== undefined;
      if (isUpload) markAsUpload(request.raw, caller.userId);
    },
    async handler(request, reply) {
      const caller = callers.get(request);
      const success = await runAsCaller(caller, endpoint.role, () =>
        respond(request, reply, caller as EndpointCaller<E>),
      );
      return success === undefined ? reply.status(304).send() : reply.status(status).send(success);
    },
  });
}

function runAsCaller<T>(
  caller: Caller | undefined,
  need: Permission | undefined,
  respond: () => Promise<T>,
): Promise<T> {
  if (caller === undefined || need === undefined) return respond();
  const { userId, workspaceId } = caller;
  const credential =
    'tokenId' in caller ? { tokenId: caller.tokenId } : { sessionId: caller.sessionId };
  return withRequestActor({ userId, workspaceId, need, credential }, respond);
}

const fileResponse = (types: readonly string[]) => ({
  description: 'A file',
  content: Object.fromEntries(types.map((type) => [type, { schema: z.string() }])),
});
