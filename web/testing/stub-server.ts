import type { DataOf, Endpoint, RequestOf } from '@pontual/contract/shared/endpoint.ts';
import { errorCatalogue } from '@pontual/contract/shared/errors.ts';
import { EVENTS_PATH, type LiveEvent } from '@pontual/contract/shared/events.ts';
import * as z from 'zod/mini';
import { BatchInterceptor } from '@mswjs/interceptors';
import { FetchInterceptor } from '@mswjs/interceptors/fetch';
import { XMLHttpRequestInterceptor } from '@mswjs/interceptors/XMLHttpRequest';
import { answerUpload } from './uploads.ts';

export type ErrorCode = keyof typeof errorCatalogue;

/** A multipart body is its `FormData`. */
type Call<E extends Endpoint> = Omit<RequestOf<E>, 'body'> & {
  body: E['multipart'] extends true ? FormData : RequestOf<E>['body'];
  headers: Headers;
};

type Respond = (request: Request, params: Record<string, string>) => Promise<Response> | Response;

type Answer = (call: unknown) => Promise<Response> | Response;

interface Route {
  method: string;
  path: RegExp;
  respond: Respond;
  answer?: Answer;
}

/** Every request is parsed as the server would parse it. The newest answer of an endpoint applies. */
class StubServer {
  /** Also requests with invalid input; empty in a passing test. */
  readonly unanswered: string[] = [];
  /** By upload id. */
  readonly uploadNames = new Map<string, string>();
  #routes: Route[] = [];
  #defaults: Route[] = [];
  #calls: { endpoint: Endpoint; call: unknown }[] = [];
  #held: (() => void)[] = [];
  #open = new Set<Promise<Response | undefined>>();
  #streams = new Set<ReadableStreamDefaultController<Uint8Array>>();
  #queuedEvents: LiveEvent[] = [];

  answer<E extends Endpoint>(
    endpoint: E,
    data: DataOf<E> | ((call: Call<E>) => DataOf<E> | Promise<DataOf<E>>),
  ): void {
    this.#routes.unshift(this.#route(endpoint, (call) => respondSuccess(endpoint, data, call)));
  }

  /** Only where no other answer exists; the newest default applies. */
  answerByDefault<E extends Endpoint>(endpoint: E, data: DataOf<E>): void {
    this.#defaults.unshift(this.#route(endpoint, (call) => respondSuccess(endpoint, data, call)));
  }

  /** `errors` has a message per field. */
  refuse(endpoint: Endpoint, code: ErrorCode, errors?: Record<string, string>): void {
    const { status, message } = errorCatalogue[code];
    const refusal = { success: false, code, message, errors };
    this.#routes.unshift(this.#route(endpoint, () => Response.json(refusal, { status })));
  }

  answerRaw(endpoint: Endpoint, status: number, body: string): void {
    this.#routes.unshift(this.#route(endpoint, () => new Response(body, { status })));
  }

  failConnection(endpoint: Endpoint): void {
    this.#routes.unshift(this.#route(endpoint, () => Response.error()));
  }

  /** Paths outside the contract: files and the upload protocol. */
  answerPath(method: string, path: string, respond: Respond): void {
    this.#routes.unshift({ method, path: new RegExp(`^${path}$`), respond });
  }

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

  calls<E extends Endpoint>(endpoint: E): Call<E>[] {
    return this.#calls.flatMap((one) => (one.endpoint === endpoint ? [one.call as Call<E>] : []));
  }

  /** To every open live stream, or to the next one if none is open. */
  emitLiveEvent(event: LiveEvent): void {
    if (this.#streams.size === 0) this.#queuedEvents.push(event);
    const bytes = new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`);
    for (const stream of this.#streams) stream.enqueue(bytes);
  }

  get uploads(): string[] {
    return [...this.uploadNames.values()];
  }

  get pending(): number {
    return this.#open.size;
  }

  /** Otherwise a request of a closed page reaches a later test. */
  async waitForAnswers(): Promise<void> {
    for (const release of this.#held.splice(0)) release();
    await new Promise((resolve) => requestAnimationFrame(resolve));
    await Promise.allSettled(this.#open);
  }

  reset(): void {
    this.#routes = [];
    this.#defaults = [];
    this.#calls = [];
    // A closed page that still reads the stream would block the next one (api/live-events.ts).
    for (const stream of this.#streams) stream.close();
    this.#streams.clear();
    this.#queuedEvents = [];
    this.unanswered.length = 0;
    this.uploadNames.clear();
  }

  /** Undefined for a request that is no API call. */
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
        // The page is closed: an interceptor must end the stream itself.
        signal.addEventListener('abort', () => {
          this.#streams.delete(controller);
          controller.error(signal.reason);
        });
        for (const event of this.#queuedEvents.splice(0)) this.emitLiveEvent(event);
      },
      cancel: () => void this.#streams.delete(streamController),
    });
    return new Response(stream, { headers: { 'content-type': 'text/event-stream' } });
  }
}

const pattern = (path: string) => new RegExp(`^/api${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`);

async function respondSuccess(endpoint: Endpoint, data: unknown, call: unknown): Promise<Response> {
  const responseData: unknown = typeof data === 'function' ? await data(call) : data;
  const { status = 200, message } = endpoint;
  return Response.json({ success: true, data: responseData, message }, { status });
}

const parseInput = (schema: z.ZodMiniType | undefined, sent: unknown): unknown =>
  schema === undefined ? undefined : z.parse(schema, sent);

async function readBody(endpoint: Endpoint, request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (type.includes('multipart/form-data')) return request.formData();
  return parseInput(endpoint.body, type.includes('json') ? await request.json() : {});
}

export const server = new StubServer();

/** Requests that are no API calls pass through. */
const interceptor = new BatchInterceptor({
  name: 'stub-server',
  interceptors: [new FetchInterceptor(), new XMLHttpRequestInterceptor()],
});
interceptor.on('request', async ({ request, controller }) => {
  const response = await server.respond(request);
  if (response !== undefined) controller.respondWith(response);
});
// Once for all test files of a browser page.
interceptor.apply();
