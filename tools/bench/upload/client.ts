import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { login, register } from '@pontual/contract/identity/auth.ts';
import { schedulePost } from '@pontual/contract/posts/post-changes.ts';
import { newId } from '@pontual/server/platform/ids.ts';
import type { ChunkSource } from './videos.ts';

const HOUR_MS = 3_600_000;
const PASSWORD = 'Senha123';
const FILE_NAME = 'video.mp4';

interface UploadRequest {
  method: string;
  headers: Record<string, string>;
  body: ChunkSource;
  bytes: number;
}

async function sendRequest(
  url: URL,
  { method, headers, body, bytes }: UploadRequest,
): Promise<IncomingMessage> {
  const httpRequest = request(url, {
    method,
    headers: { ...headers, 'content-length': bytes },
    agent: false,
  });
  const response = once(httpRequest, 'response') as Promise<[IncomingMessage]>;
  const bodySent = pipeline(Readable.from(body(), { highWaterMark: 1 }), httpRequest);
  // A server that refuses an upload need not read all of it.
  bodySent.catch(() => undefined);
  const [answer] = await response;
  if (answer.statusCode !== 201 && answer.statusCode !== 204) {
    throw new Error(`${url.pathname}: ${answer.statusCode} ${await text(answer)}`);
  }
  await Promise.all([text(answer), bodySent]);
  return answer;
}

const postJson = (url: URL, body: object) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

export async function registerUsers(url: string, count: number): Promise<string[]> {
  const tokens: string[] = [];
  while (tokens.length < count) {
    const credentials = { email: `${newId()}@bench.example`, password: PASSWORD };
    await postJson(new URL(`/api${register.path}`, url), credentials);
    const answer = await postJson(new URL(`/api${login.path}`, url), credentials);
    const { data } = (await answer.json()) as { data: { token: string } }; // the shape of the contract
    tokens.push(data.token);
  }
  return tokens;
}

export async function sendForm(
  url: string,
  token: string,
  video: { bytes: number; chunks: ChunkSource },
): Promise<void> {
  const boundary = newId();
  const fields = {
    mediaType: 'REELS',
    caption: 'Fornada',
    scheduledTime: new Date(Date.now() + HOUR_MS).toISOString(),
    demo: 'true',
  };
  const texts = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file =
    `--${boundary}\r\ncontent-disposition: form-data; name="media"; filename="${FILE_NAME}"\r\n` +
    'content-type: video/mp4\r\n\r\n';
  const head = Buffer.from([...texts, file].join(''));
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  await sendRequest(new URL(`/api${schedulePost.path}`, url), {
    method: schedulePost.method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'idempotency-key': newId(),
    },
    bytes: head.length + video.bytes + tail.length,
    *body() {
      yield head;
      yield* video.chunks();
      yield tail;
    },
  });
}

export async function sendResumable(
  url: string,
  token: string,
  video: { bytes: number; chunks: ChunkSource },
): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' };
  const created = await sendRequest(new URL('/api/uploads', url), {
    method: 'POST',
    headers: {
      ...headers,
      'upload-length': String(video.bytes),
      'upload-metadata': `filename ${Buffer.from(FILE_NAME).toString('base64')}`,
    },
    bytes: 0,
    body: () => [],
  });
  await sendRequest(new URL(created.headers.location ?? '', url), {
    method: 'PATCH',
    headers: {
      ...headers,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '0',
    },
    bytes: video.bytes,
    body: video.chunks,
  });
}
