import { mkdtemp, readdir, readFile, rm, truncate } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server as HttpServer } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';
import type { UploadOptions } from 'tus-js-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reduceUpload, type Upload } from './upload-state.ts';
import { createUploader, type Uploader, type UploaderOptions } from './uploader.ts';

const KILOBYTE = 1024;
const MAX_BYTES = 1024 * KILOBYTE;
const CHUNK_BYTES = 64 * KILOBYTE;

let folder: string;
let http: HttpServer;
let endpoint: string;
let uploader: Uploader;
let uploads: Map<string, Upload>;
let seenStates: Set<Upload['state']>;
let interruptions: Upload[];
/** Intercepts a request before the server handles it; true prevents the handling. */
let interceptRequest: (request: IncomingMessage) => boolean;
let tokens: Set<string | undefined>;
let expiredTokens: string[];

/** In Node a file is read in slices, as in the browser; a slice knows its size there. */
const fileReader = {
  openFile: (file: File) =>
    Promise.resolve({
      size: file.size,
      slice: async (start: number, end: number) => {
        const part = file.slice(start, end);
        const bytes = Buffer.from(await part.arrayBuffer());
        return { value: Object.assign(bytes, { size: part.size }), done: end >= file.size };
      },
      close: () => undefined,
    }),
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pontual-uploads-'));
  uploads = new Map();
  seenStates = new Set();
  interruptions = [];
  tokens = new Set();
  expiredTokens = [];
  interceptRequest = () => false;
  const tus = new Server({
    path: '/api/uploads',
    datastore: new FileStore({ directory: folder }),
    maxSize: MAX_BYTES,
  });
  http = createServer((request, response) => {
    tokens.add(request.headers.authorization);
    if (!interceptRequest(request)) void tus.handle(request, response);
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  endpoint = `http://127.0.0.1:${address.port}/api/uploads`;
  uploader = anUploader();
});

afterEach(async () => {
  for (const key of ['a', 'b']) uploader.cancel(key);
  http.closeAllConnections();
  http.close();
  await once(http, 'close');
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

function anUploader(stallMs = 15_000, load?: UploaderOptions['load']): Uploader {
  return createUploader({
    endpoint,
    token: () => 'session-token',
    onExpired: (token) => expiredTokens.push(token),
    stallMs,
    ...(load === undefined ? {} : { load }),
    transport: { fileReader, chunkSize: CHUNK_BYTES },
    onEvent: (key, event) => {
      const upload = reduceUpload(uploads.get(key), event);
      uploads.set(key, upload);
      seenStates.add(upload.state);
      if (upload.state === 'interrupted') interruptions.push(upload);
    },
  });
}

function aFile(bytes: number, name = 'fornada.mp4'): File {
  const content = Uint8Array.from({ length: bytes }, (_, index) => (index * 31) % 251);
  return new File([content], name, { type: 'video/mp4' });
}

const stateOf = (key: string) => uploads.get(key)?.state;
function answer({ socket }: IncomingMessage, status: string, failure: object): boolean {
  const body = JSON.stringify(failure);
  const length = Buffer.byteLength(body);
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n${body}`);
  return true;
}
const sentOf = (key: string) => {
  const upload = uploads.get(key);
  return upload !== undefined && 'sent' in upload ? upload.sent : 0;
};
/** Real requests on a machine that may be busy. */
const waitOptions = { timeout: 15_000 };
const waitUntilFinished = (key: string) =>
  vi.waitFor(() => {
    const upload = uploads.get(key);
    if (upload?.state !== 'finished') throw new Error(`is ${upload?.state}`);
    return upload.id;
  }, waitOptions);

test('uploads a whole file with its name and the session token', async () => {
  const file = aFile(300 * KILOBYTE);
  uploader.start('a', file);
  const id = await waitUntilFinished('a');
  expect(await readFile(join(folder, id))).toEqual(Buffer.from(await file.arrayBuffer()));
  const facts = JSON.parse(await readFile(join(folder, `${id}.json`), 'utf8'));
  expect(facts.metadata).toEqual({ filename: 'fornada.mp4', filetype: 'video/mp4' });
  expect([...tokens]).toEqual(['Bearer session-token']);
});

test('uploads two files in parallel', async () => {
  uploader.start('a', aFile(100 * KILOBYTE, 'a.mp4'));
  uploader.start('b', aFile(200 * KILOBYTE, 'b.mp4'));
  expect(await waitUntilFinished('a')).not.toBe(await waitUntilFinished('b'));
});

test('resumes at its offset after a dropped connection', async () => {
  const sent: (string | undefined)[] = [];
  interceptRequest = (request) => {
    if (request.method !== 'PATCH') return false;
    sent.push(request.headers['upload-offset']?.toString());
    if (sent.length !== 3) return false;
    request.socket.destroy();
    return true;
  };
  const file = aFile(300 * KILOBYTE);
  uploader.start('a', file);
  const id = await waitUntilFinished('a');
  expect(seenStates).toContain('interrupted');
  expect(await readFile(join(folder, id))).toEqual(Buffer.from(await file.arrayBuffer()));
  // Only the third chunk, whose request was cut, is sent twice.
  expect(sent.map(Number)).toEqual([
    0,
    CHUNK_BYTES,
    2 * CHUNK_BYTES,
    2 * CHUNK_BYTES,
    3 * CHUNK_BYTES,
    4 * CHUNK_BYTES,
  ]);
});

/** Swallows every chunk after the first two, until the returned function is called. */
function stallAfterTwoChunks(): () => void {
  let isStill = true;
  interceptRequest = ({ method, headers }) =>
    isStill && method === 'PATCH' && Number(headers['upload-offset']) >= 2 * CHUNK_BYTES;
  return () => {
    isStill = false;
  };
}

test('sends only the data again that the server lost during a stall', async () => {
  /** Upload url of each attempt; null where it creates the upload. */
  const turns: (string | null | undefined)[] = [];
  const load = async () => {
    const { Upload } = await import('tus-js-client');
    return {
      Upload: class extends Upload {
        constructor(file: File, options: UploadOptions) {
          super(file, options);
          turns.push(options.uploadUrl);
        }
      },
    };
  };
  uploader = anUploader(1500, load);
  const goOn = stallAfterTwoChunks();
  const file = aFile(300 * KILOBYTE);
  uploader.start('a', file);
  await vi.waitFor(() => expect(stateOf('a')).toBe('failed'), waitOptions);
  const stored = (await readdir(folder)).find((name) => !name.endsWith('.json')) ?? '';
  await truncate(join(folder, stored), CHUNK_BYTES);

  goOn();
  const begun: number[] = [];
  http.on('request', ({ method, headers }: IncomingMessage) => {
    if (method === 'PATCH') begun.push(Number(headers['upload-offset']));
  });
  uploader.retry('a');
  expect(await waitUntilFinished('a')).toBe(stored);
  expect(await readFile(join(folder, stored))).toEqual(Buffer.from(await file.arrayBuffer()));
  expect(begun).toEqual([CHUNK_BYTES, 2 * CHUNK_BYTES, 3 * CHUNK_BYTES, 4 * CHUNK_BYTES]);
  expect(turns).toEqual([null, `${endpoint}/${stored}`]);
});

test('creates an upload again that the server has deleted', async () => {
  uploader = anUploader(1500);
  const goOn = stallAfterTwoChunks();
  const file = aFile(300 * KILOBYTE);
  uploader.start('a', file);
  await vi.waitFor(() => expect(stateOf('a')).toBe('failed'), waitOptions);
  const lost = await readdir(folder);
  for (const name of lost) await rm(join(folder, name));
  goOn();
  uploader.retry('a');
  const id = await waitUntilFinished('a');
  expect(lost).not.toContain(id);
  expect(await readFile(join(folder, id))).toEqual(Buffer.from(await file.arrayBuffer()));
});

test('a stalled upload resumes when the user retries', async () => {
  let standsStill = true;
  interceptRequest = (request) =>
    standsStill && request.method === 'PATCH' && request.headers['upload-offset'] !== '0';
  uploader = anUploader(1500);
  uploader.start('a', aFile(300 * KILOBYTE));
  await vi.waitFor(() => expect(stateOf('a')).toBe('failed'), waitOptions);
  expect(sentOf('a')).toBeGreaterThanOrEqual(64 * KILOBYTE);
  standsStill = false;
  uploader.retry('a');
  expect(stateOf('a')).toBe('sending');
  await waitUntilFinished('a');
});

test('a refused file reports the reason', async () => {
  interceptRequest = (request) =>
    request.method === 'POST' &&
    answer(request, '413 Payload Too Large', { message: 'Arquivo deve ter no máximo 300MB' });
  uploader.start('a', aFile(10));
  await vi.waitFor(
    () =>
      expect(uploads.get('a')).toEqual({
        state: 'refused',
        message: 'Arquivo deve ter no máximo 300MB',
      }),
    waitOptions,
  );
});

test('a cancelled upload is deleted on the server and reports nothing more', async () => {
  const methods: (string | undefined)[] = [];
  interceptRequest = (request) => {
    methods.push(request.method);
    return request.method === 'PATCH' && request.headers['upload-offset'] !== '0';
  };
  uploader.start('a', aFile(300 * KILOBYTE));
  await vi.waitFor(() => expect(sentOf('a')).toBeGreaterThanOrEqual(64 * KILOBYTE), waitOptions);
  const before = uploads.get('a');
  uploader.cancel('a');
  await vi.waitFor(() => expect(methods).toContain('DELETE'), waitOptions);
  expect(uploads.get('a')).toEqual(before);
});

test('a full disk reports the message of the server and not a connection failure', async () => {
  const full = { code: 'STORAGE_FULL', message: 'Não foi possível guardar o arquivo agora.' };
  let isFull = true;
  interceptRequest = (request) =>
    isFull && request.method === 'PATCH' && answer(request, '507 Insufficient Storage', full);
  uploader.start('a', aFile(10));
  await vi.waitFor(() => expect(stateOf('a')).toBe('failed'), waitOptions);
  expect(uploads.get('a')).toMatchObject({ reason: full.message });
  expect(seenStates).not.toContain('interrupted');
  isFull = false;
  uploader.retry('a');
  await waitUntilFinished('a');
});

test.each(['408 Request Timeout', '429 Too Many Requests', '503 Service Unavailable'])(
  'after %s it retries automatically and does not report offline',
  async (status) => {
    let failures = 1;
    interceptRequest = (request) =>
      request.method === 'PATCH' && failures-- > 0 && answer(request, status, {});
    uploader.start('a', aFile(10));
    await waitUntilFinished('a');
    expect(interruptions).toEqual([
      { state: 'interrupted', sent: expect.any(Number), offline: false },
    ]);
  },
);

test('an expired session is reported like in other requests', async () => {
  const message = 'Sua sessão terminou. Entre novamente.';
  interceptRequest = (request) =>
    answer(request, '401 Unauthorized', { code: 'UNAUTHENTICATED', message });
  uploader.start('a', aFile(10));
  await vi.waitFor(() => expect(expiredTokens).toEqual(['session-token']), waitOptions);
  expect(uploads.get('a')).toMatchObject({ state: 'failed', reason: message });
});

test('a protocol chunk that fails to load reports that the page must be reloaded', async () => {
  const load = () => Promise.reject(new TypeError('Failed to fetch'));
  uploader = anUploader(15_000, load);
  uploader.start('a', aFile(10));
  await vi.waitFor(() => expect(stateOf('a')).toBe('failed'), waitOptions);
  expect(uploads.get('a')).toMatchObject({
    reason: expect.stringContaining('Recarregue a página'),
  });
});
