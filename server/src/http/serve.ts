import type { DataOf, Endpoint, RequestOf } from '@pontual/contract/endpoint.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { AuthenticatedSession } from '../auth/auth.service.ts';
import { AppError } from './app-error.ts';
import { readMultipart, type Upload } from './multipart.ts';

export interface Serving {
  app: FastifyInstance;
  /** The live session of a bearer token, if it is one. */
  authenticate(token: string): Promise<AuthenticatedSession | undefined>;
}

/** What a handler knows of its caller: always a session where the endpoint demands one. */
type Caller<E extends Endpoint> = E['access'] extends 'user'
  ? AuthenticatedSession
  : AuthenticatedSession | undefined;

type Handler<E extends Endpoint> = (
  request: RequestOf<E>,
  caller: Caller<E>,
  exchange: { request: FastifyRequest; reply: FastifyReply },
) => Promise<DataOf<E>>;

type UploadHandler<E extends Endpoint> = (
  request: RequestOf<E> & Upload,
  caller: Caller<E>,
) => Promise<DataOf<E>>;

/** Serves an endpoint of the contract: access, parsing in and out, and the success envelope. */
export function serve<E extends Endpoint>(serving: Serving, endpoint: E, handle: Handler<E>): void {
  route(serving, endpoint, (request, reply, caller) => {
    const { params, query, body } = request;
    // The validator compiler has parsed all three by the endpoint's own schemas.
    return handle({ params, query, body } as RequestOf<E>, caller, { request, reply });
  });
}

/** The same for a multipart endpoint: its text fields are parsed before the first file is read. */
export function serveUpload<E extends Endpoint & { multipart: true }>(
  serving: Serving,
  endpoint: E,
  handle: UploadHandler<E>,
): void {
  route(serving, endpoint, async (request, _reply, caller) => {
    const { body, ...upload } = await readMultipart(request, endpoint);
    // As above; readMultipart has parsed the body.
    const parsed = { params: request.params, query: request.query, body } as RequestOf<E>;
    return handle({ ...parsed, ...upload }, caller);
  });
}

function route<E extends Endpoint>(
  { app, authenticate }: Serving,
  endpoint: E,
  answer: (request: FastifyRequest, reply: FastifyReply, caller: Caller<E>) => Promise<unknown>,
): void {
  const status = endpoint.status ?? 200;
  const callers = new WeakMap<FastifyRequest, AuthenticatedSession>();
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: {
      summary: endpoint.summary,
      ...(endpoint.params === undefined ? {} : { params: endpoint.params }),
      ...(endpoint.query === undefined ? {} : { querystring: endpoint.query }),
      ...(endpoint.body === undefined || endpoint.multipart ? {} : { body: endpoint.body }),
      ...(endpoint.multipart ? { consumes: ['multipart/form-data'] } : {}),
      ...(endpoint.access === 'user' ? { security: [{ bearer: [] }] } : {}),
      response: { [status]: z.object({ success: z.literal(true), data: endpoint.data }) },
    },
    // Before the body is read: a stranger's upload is refused without taking it.
    async onRequest(request) {
      const caller = await callerOf(request, authenticate);
      if (caller !== undefined) callers.set(request, caller);
      else if (endpoint.access === 'user') throw new AppError('UNAUTHENTICATED');
    },
    async handler(request, reply) {
      // onRequest has refused the missing caller wherever the endpoint demands one.
      const data = await answer(request, reply, callers.get(request) as Caller<E>);
      return reply.status(status).send({ success: true, data });
    },
  });
}

/** The session named by the Authorization header, if there is one and it lives. */
export async function callerOf(
  request: FastifyRequest,
  authenticate: Serving['authenticate'],
): Promise<AuthenticatedSession | undefined> {
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  return token === undefined ? undefined : authenticate(token);
}
