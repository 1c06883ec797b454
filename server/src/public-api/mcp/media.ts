import type { Readable } from 'node:stream';
import { Agent, request } from 'undici';
import { AppError } from '../../platform/http/app-error.ts';
import { isLoopback, lookupPublic } from '../../platform/http/public-address.ts';
import { isWebhookAddress } from '../webhooks/address.ts';

/** For the connection, for the headers, and between two parts of a body. */
const TIMEOUT_MS = 10_000;
const MAX_DURATION_MS = 5 * 60_000;
const MAX_HOPS = 3;

export interface FetchedMedia {
  name: string;
  stream: Readable;
}

export type MediaFetcher = ReturnType<typeof createMediaFetcher>;

/** The rules of webhook addresses apply, so no internal address. */
export function createMediaFetcher({ allowsLoopback }: { allowsLoopback: boolean }) {
  const timeouts = { headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS };
  const publicAgent = new Agent({
    ...timeouts,
    connect: { lookup: lookupPublic, timeout: TIMEOUT_MS },
  });
  const localAgent = new Agent({ ...timeouts, connect: { timeout: TIMEOUT_MS } });

  /** @throws AppError MEDIA_URL */
  return async function fetchMedia(address: string): Promise<FetchedMedia> {
    let url = address;
    for (let hop = 0; hop <= MAX_HOPS; hop += 1) {
      if (!isWebhookAddress(url, allowsLoopback)) break;
      const answer = await request(url, {
        dispatcher: isLoopback(url) ? localAgent : publicAgent,
        signal: AbortSignal.timeout(MAX_DURATION_MS),
      }).catch(() => undefined);
      if (answer === undefined) break;
      const { statusCode, body } = answer;
      if (statusCode === 200) return { name: fileNameOf(url), stream: body };
      body.on('error', () => undefined).destroy();
      const { location } = answer.headers;
      if (statusCode < 300 || statusCode > 399 || typeof location !== 'string') break;
      if (!URL.canParse(location, url)) break;
      url = new URL(location, url).href;
    }
    throw new AppError('MEDIA_URL', {
      message: `Não foi possível buscar o arquivo em ${address}. Use um endereço público que comece com https:// e que entregue o próprio arquivo.`,
    });
  };
}

function fileNameOf(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
