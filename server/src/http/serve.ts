import type { DataOf, Endpoint, RequestOf } from '@pontual/contract/endpoint.ts';
import type { Need } from '@pontual/contract/roles.ts';
import type { Scope } from '@pontual/contract/scopes.ts';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { actingFor } from '../acting.ts';
import type { AuthenticatedSession, Member } from '../auth/auth.service.ts';
import { callerOf, type Doors, type Entered } from './callers.ts';
import { markAsUpload } from './held-bodies.ts';
import { jsonObject, toJson, type Json } from './json.ts';
import { packed } from './packed.ts';
import { readMultipart, type Upload } from './multipart.ts';
import { describedAs } from './openapi.ts';

/** In bytes: of less, little is saved. */
const WORTH_COMPRESSING = 16 * 1024;

export interface Serving extends Doors {
  app: FastifyInstance;
}

/** Of what a token opens, too, a handler knows no session. */
type Known<E extends Endpoint> = E extends { scope: Scope } ? Member : AuthenticatedSession;

/** What a handler knows of its caller: always somebody where the endpoint demands it. */
type Caller<E extends Endpoint> = E['access'] extends 'user' ? Known<E> : Known<E> | undefined;

type Handler<E extends Endpoint> = (
  request: RequestOf<E>,
  caller: Caller<E>,
  exchange: { request: FastifyRequest; reply: FastifyReply },
) => Promise<DataOf<E>>;

type UploadHandler<E extends Endpoint> = (
  request: RequestOf<E> & Upload,
  caller: Caller<E>,
) => Promise<DataOf<E>>;

type WritingHandler<E extends Endpoint> = (
  request: RequestOf<E>,
  caller: Caller<E>,
) => Promise<Json<DataOf<E>>>;

type FileHandler<E extends Endpoint> = (
  request: RequestOf<E>,
  caller: Caller<E>,
  exchange: { request: FastifyRequest; reply: FastifyReply },
) => Promise<ServedFile>;

/** Serves an endpoint of the contract: access, parsing in and out, and the success envelope. */
export function serve<E extends Endpoint>(serving: Serving, endpoint: E, handle: Handler<E>): void {
  route(serving, endpoint, async (request, reply, caller) => ({
    success: true,
    data: await handle(parsed<E>(request), caller, { request, reply }),
    ...saidBy(endpoint),
  }));
}

/** The same where the handler writes the JSON, parsed by the endpoint's own schemas. */
export function serveWritten<E extends Endpoint>(
  serving: Serving,
  endpoint: E,
  handle: WritingHandler<E>,
): void {
  // For as long as a handler answers with the same again, it is packed already.
  const packedBefore = new WeakMap<Json<unknown>, Buffer>();
  route(serving, endpoint, async (request, reply, caller) => {
    const data = await handle(parsed<E>(request), caller);
    reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
    const known = takesZstd(request) ? packedBefore.get(data) : undefined;
    if (known !== undefined) {
      reply.header('content-encoding', 'zstd');
      return known;
    }
    const { parts } = jsonObject({ success: toJson(true), data });
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    if (length < WORTH_COMPRESSING || !takesZstd(request)) return Buffer.concat(parts, length);
    reply.header('content-encoding', 'zstd');
    const answer = packed(parts);
    packedBefore.set(data, answer);
    return answer;
  });
}

/** What a file is, and what a browser saves it as. */
export interface ServedFile {
  type: string;
  /** Of letters, digits, `.`, `-` and `_`. */
  name: string;
  content: Readable | Buffer;
}

/** The same where a success is a file, read by the page and saved. */
export function serveFile<E extends Endpoint & { file: readonly string[] }>(
  serving: Serving,
  endpoint: E,
  handle: FileHandler<E>,
): void {
  route(serving, endpoint, async (request, reply, caller) => {
    const { type, name, content } = await handle(parsed<E>(request), caller, { request, reply });
    reply.type(type).header('content-disposition', `attachment; filename="${name}"`);
    return content;
  });
}

/** What a success says to the user. */
const saidBy = ({ message }: Endpoint) => (message === undefined ? {} : { message });

/** Whoever takes no zstd gets the text: gzip costs three times as much. */
const takesZstd = ({ headers }: FastifyRequest) =>
  (headers['accept-encoding'] ?? '').split(',').some((encoding) => encoding.trim() === 'zstd');

/** The validator compiler has parsed all three by the endpoint's own schemas. */
const parsed = <E extends Endpoint>({ params, query, body }: FastifyRequest) =>
  ({ params, query, body }) as RequestOf<E>;

/** The same for a multipart endpoint: its text fields are parsed before the first file is read. */
export function serveUpload<E extends Endpoint & { multipart: true }>(
  serving: Serving,
  endpoint: E,
  handle: UploadHandler<E>,
): void {
  route(serving, endpoint, async (request, _reply, caller) => {
    const { body, ...upload } = await readMultipart(request, endpoint);
    // As above; readMultipart has parsed the body.
    const sent = { params: request.params, query: request.query, body } as RequestOf<E>;
    const data = await handle({ ...sent, ...upload }, caller);
    return { success: true, data, ...saidBy(endpoint) };
  });
}

function route<E extends Endpoint>(
  { app, ...doors }: Serving,
  endpoint: E,
  answer: (request: FastifyRequest, reply: FastifyReply, caller: Caller<E>) => Promise<unknown>,
): void {
  const status = endpoint.status ?? 200;
  const said = endpoint.message === undefined ? {} : { message: z.string() };
  const callers = new WeakMap<FastifyRequest, Entered>();
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(endpoint.maxBodyBytes === undefined ? {} : { bodyLimit: endpoint.maxBodyBytes }),
    // A file is not made for whoever asks only about it.
    ...(endpoint.file === undefined ? {} : { exposeHeadRoute: false }),
    schema: {
      ...describedAs(endpoint),
      ...(endpoint.params === undefined ? {} : { params: endpoint.params }),
      ...(endpoint.query === undefined ? {} : { querystring: endpoint.query }),
      ...(endpoint.body === undefined || endpoint.multipart ? {} : { body: endpoint.body }),
      ...(endpoint.multipart ? { consumes: ['multipart/form-data'] } : {}),
      response: {
        [status]:
          endpoint.file === undefined
            ? z.object({ success: z.literal(true), data: endpoint.data, ...said })
            : fileResponse(endpoint.file),
      },
    },
    // Before the body is read: a stranger's upload is refused without taking it.
    async onRequest(request) {
      const caller = await callerOf(request, doors, endpoint);
      if (caller === undefined) return;
      callers.set(request, caller);
      const isUpload = endpoint.multipart || endpoint.maxBodyBytes !== undefined;
      if (isUpload) markAsUpload(request.raw, caller.userId);
    },
    async handler(request, reply) {
      // onRequest has refused the missing caller wherever the endpoint demands one.
      const caller = callers.get(request);
      const success = await actedBy(caller, endpoint.role, () =>
        answer(request, reply, caller as Caller<E>),
      );
      return reply.status(status).send(success);
    },
  });
}

/** What a caller comes to do is known to be theirs (acting.ts). */
function actedBy<T>(
  caller: Entered | undefined,
  need: Need | undefined,
  answer: () => Promise<T>,
): Promise<T> {
  if (caller === undefined || need === undefined) return answer();
  const { userId, workspaceId } = caller;
  const by = 'tokenId' in caller ? { tokenId: caller.tokenId } : { sessionId: caller.sessionId };
  return actingFor({ userId, workspaceId, need, by }, answer);
}

/** Described, never parsed: what is sent is a stream or bytes. */
const fileResponse = (types: readonly string[]) => ({
  description: 'A file',
  content: Object.fromEntries(types.map((type) => [type, { schema: z.string() }])),
});
