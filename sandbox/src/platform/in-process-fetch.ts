import type { FastifyInstance, InjectOptions } from 'fastify';

export type InProcessFetch = (input: string, init?: RequestInit) => Promise<Response>;

/** A simulation must be fast and get the same responses in the same order. No redirect is followed. */
export function inProcessFetch(app: FastifyInstance): InProcessFetch {
  return async (input, init = {}) => {
    init.signal?.throwIfAborted();
    const answer = call(app, await readCall(input, init));
    return init.signal ? Promise.race([answer, whenAborted(init.signal)]) : answer;
  };
}

async function readCall(input: string, init: RequestInit): Promise<InjectOptions> {
  const { pathname, search } = new URL(input);
  const method = (init.method ?? 'GET').toUpperCase();
  const headers = new Headers(init.headers);
  const payload = await readBody(init.body, headers);
  return {
    method,
    url: pathname + search,
    headers: Object.fromEntries(headers),
    ...(payload === undefined ? {} : { payload }),
  };
}

/** Returns the body as bytes; like `fetch`, sets the content type if the caller has not. */
async function readBody(
  body: RequestInit['body'],
  headers: Headers,
): Promise<string | Buffer | undefined> {
  if (body === undefined || body === null) return undefined;
  const nameType = (type: string): void => {
    if (!headers.has('content-type')) headers.set('content-type', type);
  };
  if (typeof body === 'string') {
    nameType('text/plain;charset=UTF-8');
    return body;
  }
  if (body instanceof URLSearchParams) {
    nameType('application/x-www-form-urlencoded;charset=UTF-8');
    return body.toString();
  }
  const whole = new Response(body);
  nameType(whole.headers.get('content-type') ?? 'application/octet-stream');
  return Buffer.from(await whole.arrayBuffer());
}

async function call(app: FastifyInstance, options: InjectOptions): Promise<Response> {
  const answer = await app.inject(options).catch((cause: unknown) => {
    throw new TypeError('fetch failed', { cause });
  });
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) {
    // The date header contains the real time, which differs between runs.
    if (value !== undefined && name !== 'date') headers.set(name, String(value));
  }
  const { statusCode: status, rawPayload } = answer;
  const isBodyless = status === 204 || status === 304;
  return new Response(isBodyless ? null : new Uint8Array(rawPayload), { status, headers });
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
