import type { CallOf, DataOf, Endpoint } from '@pontual/contract/shared/endpoint.ts';
import { browserErrors } from '@pontual/contract/shared/errors-browser.ts';
import { EVENTS_PATH } from '@pontual/contract/shared/events.ts';
import { WORKSPACE_HEADER } from '@pontual/contract/shared/roles.ts';
import * as z from 'zod/mini';
import { ApiError, stalledError, unexpectedMessage } from './api-error.ts';
import {
  currentSession,
  currentWorkspace,
  expireSession,
  onSessionChange,
  reportWorkspaceLeft,
} from './session-store.ts';
import { unreachableMessage } from './unreachable-message.ts';

/** The limit of the specification for a JSON call (section 9). */
const TIMEOUT_MS = 10_000;
/** An upload has no total limit; it fails after this time without progress. */
const STALL_TIMEOUT_MS = 10_000;
/** After the upload the server still reads the files, after those of other uploads. */
const RESPONSE_TIMEOUT_MS = 180_000;

export const networkError = () =>
  new ApiError({ code: 'NETWORK', status: 0, message: unreachableMessage });

/** Tolerant parsing: a proxy that responds instead of the server sends no error codes. */
const text = z.catch(z.optional(z.string()), undefined);
const failureBody = z.catch(
  z.object({
    code: text,
    message: text,
    errors: z.optional(z.record(z.string(), z.string())),
    accountType: text,
  }),
  {},
);
const successBody = z.object({
  success: z.literal(true),
  data: z.unknown(),
  message: z.optional(z.string()),
});

const byStatus: ReadonlyMap<number, [code: string, words?: string]> = new Map([
  [400, ['VALIDATION', 'Dados inválidos']],
  [401, ['UNAUTHENTICATED']],
  [429, ['RATE_LIMITED', 'Muitas tentativas. Aguarde alguns minutos e tente de novo.']],
]);

const isSuccess = (status: number) => status >= 200 && status < 300;

/** On these pages a 401 may concern the entered credentials (specification, section 4). */
const isLoggingIn = () =>
  /^\/(login|register|forgot-password|reset-password)\/?$/.test(location.pathname);

/** Returns the error of a response; also ends the session where the response requires this. */
function toApiError(status: number, data: unknown, token: string | undefined): ApiError {
  const { code: bodyCode, message, ...failure } = z.parse(failureBody, data);
  const [defaultCode, defaultMessage = browserErrors.INTERNAL.message] = byStatus.get(status) ?? [
    status < 500 && message ? 'UNKNOWN' : 'INTERNAL',
    isSuccess(status) ? unexpectedMessage : undefined,
  ];
  const code = bodyCode ?? defaultCode;
  const hasEnded = status === 401 && code === 'UNAUTHENTICATED' && (bodyCode || !isLoggingIn());
  if (hasEnded && token !== undefined) expireSession(token);
  if (code === 'WORKSPACE_LEFT') reportWorkspaceLeft();
  return new ApiError({ ...failure, code, message: message || defaultMessage, status });
}

interface Success<E extends Endpoint> {
  data: DataOf<E>;
  message: string;
}

/** @throws ApiError for any response but a success */
function unwrap<E extends Endpoint>(
  endpoint: E,
  status: number,
  body: unknown,
  token: string | undefined,
): Success<E> {
  const ok = isSuccess(status) ? z.safeParse(successBody, body) : undefined;
  if (ok?.success !== true) throw toApiError(status, body, token);
  const data = z.safeParse(endpoint.data, ok.data.data);
  if (!data.success) throw new ApiError({ code: 'INTERNAL', status, message: unexpectedMessage });
  // The data matches the schema of the endpoint; TypeScript loses this through the generic index.
  return { data: data.data as DataOf<E>, message: ok.data.message ?? '' };
}

/** The server confirms these responses with 304; browsers may not store responses of the API. */
const versionedResponses = new Map<string, { etag: string; success: Success<Endpoint> }>();
const VERSIONED_RESPONSES_MAX = 16;

onSessionChange(() => versionedResponses.clear());

function keepVersioned(key: string, etag: string | null, success: Success<Endpoint>): void {
  versionedResponses.delete(key);
  if (etag !== null) versionedResponses.set(key, { etag, success });
  for (const oldest of versionedResponses.keys()) {
    if (versionedResponses.size <= VERSIONED_RESPONSES_MAX) break;
    versionedResponses.delete(oldest);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The keys of T that are optional: the endpoint lacks them, or all their fields have defaults. */
type Optional<T> = { [K in keyof T]: undefined extends T[K] ? K : never }[keyof T];
type CallInput<E extends Endpoint> = Omit<CallOf<E>, Optional<CallOf<E>>> &
  Partial<Pick<CallOf<E>, Optional<CallOf<E>>>>;
interface CallOptions {
  signal?: AbortSignal;
  token?: string;
  /** Sends no workspace header: the server uses the user's current workspace, not the one of this tab. */
  anyWorkspace?: boolean;
  timeoutMs?: number;
}
type CallArguments<E extends Endpoint> =
  Record<string, never> extends CallInput<E>
    ? [input?: CallInput<E> & CallOptions]
    : [input: CallInput<E> & CallOptions];

function buildUrl(endpoint: Endpoint, params: unknown, query: unknown): string {
  const values = new Map(Object.entries(params ?? {}).map(([key, value]) => [key, String(value)]));
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(values.get(name) ?? ''),
  );
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(key, String(value));
  }
  return `/api${path}${search.size > 0 ? `?${search}` : ''}`;
}

function authHeaders(
  token: string | undefined,
  workspace = currentWorkspace(),
): Record<string, string> {
  return {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    // The request applies to the workspace that this page shows, or fails.
    ...(token !== undefined && workspace ? { [WORKSPACE_HEADER]: workspace } : {}),
  };
}

export async function call<E extends Endpoint>(
  endpoint: E,
  ...input: CallArguments<E>
): Promise<DataOf<E>> {
  return (await sendRequest(endpoint, ...input)).data;
}

export async function callForMessage<E extends Endpoint & { message: string }>(
  endpoint: E,
  ...input: CallArguments<E>
): Promise<string> {
  return (await sendRequest(endpoint, ...input)).message;
}

async function sendRequest<E extends Endpoint>(
  endpoint: E,
  ...[input]: CallArguments<E>
): Promise<Success<E>> {
  const options: CallOptions & { params?: unknown; query?: unknown; body?: unknown } = input ?? {};
  const { params, query, body, signal, token = currentSession()?.token } = options;
  const { timeoutMs = TIMEOUT_MS, anyWorkspace = false } = options;
  const headers = authHeaders(token, anyWorkspace ? '' : undefined);
  if (body !== undefined) headers['content-type'] = 'application/json';
  const url = buildUrl(endpoint, params, query);
  const key = `${endpoint.method} ${url} ${JSON.stringify(headers)}`;
  const known = versionedResponses.get(key);
  if (known !== undefined) headers['if-none-match'] = known.etag;
  let status: number;
  let text: string;
  let etag: string | null;
  try {
    const response = await fetch(url, {
      method: endpoint.method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
    });
    status = response.status;
    etag = response.headers.get('etag');
    text = await response.text();
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw networkError();
  }
  // The key names the endpoint, so the response has its type.
  if (status === 304 && known !== undefined) {
    keepVersioned(key, known.etag, known.success);
    return known.success;
  }
  const success = unwrap(endpoint, status, parseJson(text), token);
  keepVersioned(key, etag, success);
  return success;
}

export interface UploadForm {
  params?: Record<string, string>;
  fields: Record<string, string>;
  files: readonly File[];
}

export interface UploadOptions {
  onProgress?: (fraction: number, loadedBytes: number) => void;
  signal?: AbortSignal;
  idempotencyKey?: string;
  token?: string;
}

export async function upload<E extends Endpoint>(
  endpoint: E,
  form: UploadForm,
  options?: UploadOptions,
): Promise<DataOf<E>> {
  return (await uploadForMessage(endpoint, form, options)).data;
}

/** Uses XMLHttpRequest, because fetch does not report upload progress. */
export function uploadForMessage<E extends Endpoint>(
  endpoint: E,
  form: UploadForm,
  { onProgress, signal, idempotencyKey, token = currentSession()?.token }: UploadOptions = {},
): Promise<Success<E>> {
  // Text fields come first, so that the server can refuse the request before it reads the files.
  const body = new FormData();
  for (const [name, value] of Object.entries(form.fields)) body.append(name, value);
  for (const file of form.files) body.append('media', file);

  const request = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const failAfter = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        reject(stalledError());
        request.abort();
      }, ms);
    };
    const abort = () => {
      reject(signal?.reason);
      request.abort();
    };
    request.upload.addEventListener('progress', (event) => {
      failAfter(STALL_TIMEOUT_MS);
      onProgress?.(event.total > 0 ? event.loaded / event.total : 0, event.loaded);
    });
    request.upload.addEventListener('load', () => failAfter(RESPONSE_TIMEOUT_MS));
    request.addEventListener('load', () => {
      // The response has arrived. It may end the session, which would abort requests that are still running.
      signal?.removeEventListener('abort', abort);
      try {
        resolve(unwrap(endpoint, request.status, parseJson(request.responseText), token));
      } catch (error) {
        reject(error);
      }
    });
    request.addEventListener('error', () => reject(networkError()));
    request.addEventListener('loadend', () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    });
    if (signal?.aborted === true) {
      abort();
      return;
    }
    signal?.addEventListener('abort', abort);
    request.open(endpoint.method, buildUrl(endpoint, form.params, undefined));
    for (const [name, value] of Object.entries(authHeaders(token))) {
      request.setRequestHeader(name, value);
    }
    if (idempotencyKey !== undefined) request.setRequestHeader('idempotency-key', idempotencyKey);
    failAfter(STALL_TIMEOUT_MS);
    request.send(body);
  });
}

/** Resolves when the headers have arrived. @throws ApiError for a refusal */
export async function openFile<E extends Endpoint & { file: readonly string[] }>(
  endpoint: E,
  { params, query, signal }: Partial<CallOf<E>> & { signal: AbortSignal },
): Promise<Response> {
  const token = currentSession()?.token;
  const headers = authHeaders(token);
  const response = await fetch(buildUrl(endpoint, params, query), { headers, signal });
  if (!response.ok) throw toApiError(response.status, parseJson(await response.text()), token);
  return response;
}

/** @throws ApiError where the content is unavailable */
export async function openMedia(url: string): Promise<Blob> {
  const response = await fetch(url).catch(() => {
    throw networkError();
  });
  if (!response.ok) throw toApiError(response.status, undefined, undefined);
  return response.blob();
}

/** Uses fetch, because EventSource cannot send the token in a header. */
export async function openEvents(signal: AbortSignal): Promise<ReadableStream<string>> {
  const token = currentSession()?.token;
  const response = await fetch(`/api${EVENTS_PATH}`, {
    headers: { accept: 'text/event-stream', ...authHeaders(token) },
    signal,
  });
  if (!response.ok || response.body === null) {
    throw toApiError(response.status, parseJson(await response.text()), token);
  }
  return response.body.pipeThrough(new TextDecoderStream());
}
