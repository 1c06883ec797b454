import type { DataOf, Endpoint, RequestOf } from '@pontual/contract/shared/endpoint.ts';
import { errorCatalogue } from '@pontual/contract/shared/errors.ts';
import { EVENTS_PATH, type LiveEvent } from '@pontual/contract/shared/events.ts';
import * as z from 'zod/mini';
import { BatchInterceptor } from '@mswjs/interceptors';
import { FetchInterceptor } from '@mswjs/interceptors/fetch';
import { XMLHttpRequestInterceptor } from '@mswjs/interceptors/XMLHttpRequest';
import { answerUpload } from './uploads.ts';

export type ErrorCode = keyof typeof errorCatalogue;

/** A request as the server's handler gets it; the body of a form is its `FormData`. */
type Call<E extends Endpoint> = Omit<RequestOf<E>, 'body'> & {
  body: E['multipart'] extends true ? FormData : RequestOf<E>['body'];
  headers: Headers;
};

/** Answers one request; throws what it cannot answer. */
type Respond = (request: Request, params: Record<string, string>) => Promise<Response> | Response;

/** Answers a call of an endpoint that has been read. */
type Answer = (call: unknown) => Promise<Response> | Response;

interface Route {
  method: string;
  path: RegExp;
  respond: Respond;
  /** Undefined for what is no endpoint of the contract. */
  answer?: Answer;
}

/**
 * What answers the components in place of the server: every answer is typed by the contract's endpoint, so
 * that one that the server could not give does not compile, and every request is read as the server would read it.
 * The newest answer for an endpoint counts. A request that nothing answers fails its test (`unanswered`).
 */
class StubServer {
  /** Requests that nothing answers, or that the endpoint does not take; none in a test that passes. */
  readonly unanswered: string[] = [];
  /** The names of the files that were sent ahead of their posts, by the ids that they got. */
  readonly uploadNames = new Map<string, string>();
  #routes: Route[] = [];
  #defaults: Route[] = [];
  #calls: { endpoint: Endpoint; call: unknown }[] = [];
  /** What lets held answers go. */
  #held: (() => void)[] = [];
  #open = new Set<Promise<Response | undefined>>();
  #streams = new Set<ReadableStreamDefaultController<Uint8Array>>();
  #untold: LiveEvent[] = [];

  /** Answers with these data, or with what the function makes of the call. */
  answer<E extends Endpoint>(
    endpoint: E,
    data: DataOf<E> | ((call: Call<E>) => DataOf<E> | Promise<DataOf<E>>),
  ): void {
    this.#routes.unshift(this.#route(endpoint, (call) => respondSuccess(endpoint, data, call)));
  }

  /** As `answer`, where nothing else answers; of two the newest. */
  answerByDefault<E extends Endpoint>(endpoint: E, data: DataOf<E>): void {
    this.#defaults.unshift(this.#route(endpoint, (call) => respondSuccess(endpoint, data, call)));
  }

  /** Refuses with this error of the catalogue; `errors` are sentences by field. */
  refuse(endpoint: Endpoint, code: ErrorCode, errors?: Record<string, string>): void {
    const { status, message } = errorCatalogue[code];
    const refusal = { success: false, code, message, errors };
    this.#routes.unshift(this.#route(endpoint, () => Response.json(refusal, { status })));
  }

  /** Something between browser and server answers in its place, in no form of ours. */
  answerRaw(endpoint: Endpoint, status: number, body: string): void {
    this.#routes.unshift(this.#route(endpoint, () => new Response(body, { status })));
  }

  /** The connection breaks before an answer. */
  failConnection(endpoint: Endpoint): void {
    this.#routes.unshift(this.#route(endpoint, () => Response.error()));
  }

  /** Answers what is no endpoint of the contract: files, and the protocol of uploads. */
  answerPath(method: string, path: string, respond: Respond): void {
    this.#routes.unshift({ method, path: new RegExp(`^${path}$`), respond });
  }

  /** Holds each answer that is given until the function that is returned is called. */
  hold(endpoint: Endpoint): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held.push(resolve);
    const path = pattern(endpoint.path);
    const matchingRoute = [...this.#routes, ...this.#defaults].find(
      (route) => route.method === endpoint.method && String(route.path) === String(path),
    );
    const answer = matchingRoute?.answer;
    if (answer === undefined) throw new Error(`nothing answers ${endpoint.path}: answer it first`);
    this.#routes.unshift(
      this.#route(endpoint, async (call) => {
        await promise;
        return answer(call);
      }),
    );
    return resolve;
  }

  /** What this endpoint was asked, oldest first. */
  calls<E extends Endpoint>(endpoint: E): Call<E>[] {
    return this.#calls.flatMap((one) => (one.endpoint === endpoint ? [one.call as Call<E>] : []));
  }

  /** Tells every open live stream of a change, or the next one where none is open yet. */
  emitLiveEvent(event: LiveEvent): void {
    if (this.#streams.size === 0) this.#untold.push(event);
    const bytes = new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`);
    for (const stream of this.#streams) stream.enqueue(bytes);
  }

  /** The names of the files that were sent ahead of their posts, in their order. */
  get uploads(): string[] {
    return [...this.uploadNames.values()];
  }

  /** How many requests are under way. */
  get pending(): number {
    return this.#open.size;
  }

  /** Resolves once what a page sent before it was closed has been answered, and belongs to no later test. */
  async waitForAnswers(): Promise<void> {
    for (const release of this.#held.splice(0)) release();
    // A request that was just made has not come here yet.
    await new Promise((resolve) => requestAnimationFrame(resolve));
    await Promise.allSettled(this.#open);
  }

  /** Forgets all answers and calls. */
  reset(): void {
    this.#routes = [];
    this.#defaults = [];
    this.#calls = [];
    // A closed page that still reads keeps the next one from reading (api/live-events.ts).
    for (const stream of this.#streams) stream.close();
    this.#streams.clear();
    this.#untold = [];
    this.unanswered.length = 0;
    this.uploadNames.clear();
  }

  /** Answers a request of the page; undefined for what is no call of the API. */
  respond(request: Request): Promise<Response | undefined> {
    const response = this.#respond(request);
    this.#open.add(response);
    void response.finally(() => this.#open.delete(response));
    return response;
  }

  async #respond(request: Request): Promise<Response | undefined> {
    const { pathname } = new URL(request.url);
    if (pathname === `/api${EVENTS_PATH}`) return this.#stream(request.signal);
    for (const { method, path, respond } of [...this.#routes, ...this.#defaults]) {
      const match = method === request.method ? path.exec(pathname) : null;
      if (match === null) continue;
      try {
        return await respond(request, { ...match.groups });
      } catch (error) {
        return this.#fail(`${request.method} ${pathname}: ${String(error)}`);
      }
    }
    const upload = await answerUpload(request, (name, id) => this.uploadNames.set(id, name));
    if (upload !== undefined || !pathname.startsWith('/api/')) return upload;
    return this.#fail(`${request.method} ${pathname}: nothing answers`);
  }

  #fail(why: string): Response {
    this.unanswered.push(why);
    return Response.json({ success: false, code: 'INTERNAL' }, { status: 501 });
  }

  #route(endpoint: Endpoint, answer: Answer): Route {
    return {
      method: endpoint.method,
      path: pattern(endpoint.path),
      answer,
      respond: async (request, params) => {
        const call = {
          params: parseInput(endpoint.params, params),
          query: parseInput(endpoint.query, Object.fromEntries(new URL(request.url).searchParams)),
          body: await readBody(endpoint, request),
          headers: request.headers,
        };
        this.#calls.push({ endpoint, call });
        return answer(call);
      },
    };
  }

  #stream(signal: AbortSignal): Response {
    let streamController: ReadableStreamDefaultController<Uint8Array>;
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        streamController = controller;
        this.#streams.add(controller);
        // The page that reads it is closed: what answers in place of the network has to break off itself.
        signal.addEventListener('abort', () => {
          this.#streams.delete(controller);
          controller.error(signal.reason);
        });
        for (const event of this.#untold.splice(0)) this.emitLiveEvent(event);
      },
      cancel: () => void this.#streams.delete(streamController),
    });
    return new Response(stream, { headers: { 'content-type': 'text/event-stream' } });
  }
}

/** `/scheduled/:id` as an expression with named groups. */
const pattern = (path: string) => new RegExp(`^/api${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`);

/** The success of an endpoint with these data, or with what is made of the call. */
async function respondSuccess(endpoint: Endpoint, data: unknown, call: unknown): Promise<Response> {
  // Data are never functions: the contract's are JSON.
  const responseData: unknown = typeof data === 'function' ? await data(call) : data;
  const { status = 200, message } = endpoint;
  return Response.json({ success: true, data: responseData, message }, { status });
}

const parseInput = (schema: z.ZodMiniType | undefined, sent: unknown): unknown =>
  schema === undefined ? undefined : z.parse(schema, sent);

/** JSON as the endpoint reads it, or the fields and files of a form; undefined without a body. */
async function readBody(endpoint: Endpoint, request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (type.includes('multipart/form-data')) return request.formData();
  return parseInput(endpoint.body, type.includes('json') ? await request.json() : {});
}

export const server = new StubServer();

/** Lets every `fetch` and `XMLHttpRequest` of the page reach `server`; the rest goes where it would. */
export function interceptRequests(): () => void {
  const interceptor = new BatchInterceptor({
    name: 'stub-server',
    interceptors: [new FetchInterceptor(), new XMLHttpRequestInterceptor()],
  });
  interceptor.on('request', async ({ request, controller }) => {
    const response = await server.respond(request);
    if (response !== undefined) controller.respondWith(response);
  });
  interceptor.apply();
  return () => interceptor.dispose();
}
