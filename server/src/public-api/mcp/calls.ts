import type { Endpoint } from '@pontual/contract/shared/endpoint.ts';
import type { Failure } from '@pontual/contract/shared/errors.ts';
import type { FastifyInstance, InjectOptions } from 'fastify';
import * as z from 'zod/mini';
import { AppError, failureOf } from '../../platform/http/app-error.ts';
import { createForm } from './form.ts';
import type { MediaFetcher } from './media.ts';
import { IDEMPOTENCY_KEY, MEDIA_URLS } from './tools.ts';

type Arguments = Readonly<Record<string, unknown>>;

export interface ApiClient {
  authorization: string;
  address: string;
}

export type ApiResponse = { success: true; data: unknown } | Failure;

const responseSchema = z.looseObject({ success: z.boolean() });
const mediaUrls = z._default(z.array(z.string()).check(z.maxLength(11)), []);

/** By the HTTP stack of an external client, so that permissions, validation and responses are the same. */
export function createEndpointCaller(app: FastifyInstance, deps: { fetchMedia: MediaFetcher }) {
  return async function callEndpoint(
    endpoint: Endpoint,
    args: Arguments,
    client: ApiClient,
  ): Promise<ApiResponse> {
    const { url, query, body } = splitArguments(endpoint, args);
    const request: InjectOptions = {
      method: endpoint.method,
      url: `/api${url}`,
      query,
      remoteAddress: client.address,
      headers: { authorization: client.authorization },
    };
    if (endpoint.multipart === true) return upload(request, body);
    const { payload } = await app.inject(endpoint.body ? { ...request, payload: body } : request);
    return parseResponse(payload);
  };

  async function upload(request: InjectOptions, body: Arguments): Promise<ApiResponse> {
    const { [MEDIA_URLS]: urls, [IDEMPOTENCY_KEY]: key, ...fields } = body;
    const addresses = mediaUrls.safeParse(urls);
    if (!addresses.success) return toFailure(new AppError('MEDIA_URL'));
    let fetchError: AppError | undefined;
    const { contentType, stream } = createForm(fields, addresses.data, async (url) => {
      try {
        return await deps.fetchMedia(url);
      } catch (error) {
        if (error instanceof AppError) fetchError = error;
        throw error;
      }
    });
    const headers = {
      ...request.headers,
      'content-type': contentType,
      ...(typeof key === 'string' ? { 'idempotency-key': key } : {}),
    };
    try {
      const { payload } = await app.inject({ ...request, headers, payload: stream });
      return fetchError === undefined ? parseResponse(payload) : toFailure(fetchError);
    } catch (error) {
      return toFailure(fetchError ?? toAppError(error));
    } finally {
      stream.destroy();
    }
  }
}

const toAppError = (error: unknown) =>
  error instanceof AppError ? error : new AppError('UPLOAD_INTERRUPTED');

const toFailure = (error: AppError): Failure => failureOf(error).body;

/** The cast is safe: the application serializes responses by the contract. */
const parseResponse = (payload: string) => responseSchema.parse(JSON.parse(payload)) as ApiResponse;

function splitArguments(endpoint: Endpoint, args: Arguments) {
  const rest = new Map(Object.entries(args));
  const takeArgument = (name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    return value;
  };
  const url = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(textOf(takeArgument(name))),
  );
  const isQuery = endpoint.body === undefined;
  const query = isQuery ? Object.fromEntries([...rest].map(([k, v]) => [k, textOf(v)])) : {};
  return { url, query, body: isQuery ? {} : Object.fromEntries(rest) };
}

const textOf = (value: unknown) =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
