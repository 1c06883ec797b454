import { Readable } from 'node:stream';
import { beforeEach, expect, test } from 'vitest';
import { systemClock, type Clock } from '../../platform/clock.ts';
import type { CallResult } from './graph.ts';
import type { GraphRequest, GraphResponse } from './transport.ts';
import { createVideoUpload } from './video-upload.ts';

const HOST = 'https://rupload.facebook.com';
const URI = `${HOST}/ig-api-upload/v25.0/17`;
const bytes = {
  size: 10,
  readFrom: (start: number) =>
    Promise.resolve(Readable.from([Buffer.from('0123456789').subarray(start)])),
};

const results: CallResult[] = [];
const logged: object[] = [];
beforeEach(() => {
  results.length = 0;
  logged.length = 0;
});

function uploadTo(uri: string, answer: () => Promise<GraphResponse>, { offset = 4 } = {}) {
  const sent: (GraphRequest & { bytes: string })[] = [];
  const upload = createVideoUpload(HOST, {
    clock: systemClock,
    onCall: ({ result }) => results.push(result),
    log: { warn: (fields: object) => void logged.push(fields) },
    transport: async (request) => {
      const chunks = request.body instanceof Readable ? await request.body.toArray() : [];
      sent.push({ ...request, bytes: Buffer.concat(chunks).toString() });
      return answer();
    },
  });
  const { signal } = new AbortController();
  return { sent, result: upload({ token: 'EAA-canario' }, uri, bytes, offset, signal) };
}

const text = (body: string) => () => Promise.resolve({ status: 400, headers: {}, text: body });

test('the bytes from the offset go to the address of the container', async () => {
  const { sent, result } = uploadTo(URI, text('{"success":true,"message":"Upload successful."}'));
  expect(await result).toBe('uploaded');
  expect(results).toEqual(['ok']);
  expect(logged).toEqual([]);
  expect(sent).toMatchObject([
    {
      url: URI,
      method: 'POST',
      bytes: '456789',
      headers: {
        authorization: 'OAuth EAA-canario',
        offset: '4',
        file_size: '10',
        'content-length': '6',
      },
    },
  ]);
});

test.each([
  'https://rupload.facebook.com.evil.example/ig-api-upload/v25.0/17',
  'http://rupload.facebook.com/ig-api-upload/v25.0/17',
  'https://rupload.facebook.com/other/17',
  'https://evil.example/ig-api-upload/17',
  'nowhere',
])('nothing is sent to %s', async (uri) => {
  const { sent, result } = uploadTo(uri, text('{"success":true}'));
  expect(await result).toBe('refused');
  expect(sent).toEqual([]);
});

test.each([
  ['{"debug_info":{"retriable":false,"type":"ProcessingFailedError","message":"x"}}', 'refused'],
  ['{"debug_info":{"retriable":true,"type":"ProcessingFailedError","message":"x"}}', 'interrupted'],
  ['{"debug_info":{"retriable":false,"type":"OffsetInvalidError","message":"x"}}', 'interrupted'],
  ['{"debug_info":{"type":"PartialRequestError"}}', 'interrupted'],
  ['{"success":false}', 'interrupted'],
  ['<html>502</html>', 'interrupted'],
  ['', 'interrupted'],
])('the answer %s means %s', async (answer, meaning) => {
  expect(await uploadTo(URI, text(answer)).result).toBe(meaning);
});

test('a connection that is cut interrupts it', async () => {
  const { result } = uploadTo(URI, () => Promise.reject(new Error('socket hang up')));
  expect(await result).toBe('interrupted');
});

test('a post that was overtaken interrupts it, and the file is closed', async () => {
  const overtaken = new AbortController();
  const source = Readable.from([Buffer.from('456789')]);
  const upload = createVideoUpload(HOST, {
    clock: systemClock,
    onCall: ({ result }) => results.push(result),
    log: { warn: (fields: object) => void logged.push(fields) },
    transport: ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('given up')));
        overtaken.abort();
      }),
  });
  const file = { size: 10, readFrom: () => Promise.resolve(source) };
  expect(await upload({ token: 't' }, URI, file, 4, overtaken.signal)).toBe('interrupted');
  expect(source.destroyed).toBe(true);
});

test('nothing is sent when Instagram has all bytes and has not checked them yet', async () => {
  const { sent, result } = uploadTo(URI, text('{"success":true}'), { offset: 10 });
  expect(await result).toBe('interrupted');
  expect(sent).toEqual([]);
});

test.each([
  [
    '{"debug_info":{"retriable":false,"type":"ProcessingFailedError","message":"@ana"}}',
    'refused',
    { status: 400, type: 'ProcessingFailedError', retriable: false },
  ],
  ['<html>', 'no_answer', { status: 400 }],
])(
  'the answer %s is counted as %s and logged without its message',
  async (answer, result, fields) => {
    await uploadTo(URI, text(answer)).result;
    expect(results).toEqual([result]);
    expect(logged).toEqual([fields]);
  },
);

/** Its time passes only in `pass`. */
function useClock() {
  const timers = new Set<{ at: number; act: () => void }>();
  let time = 0;
  const clock: Clock = {
    now: () => new Date(time),
    monotonicMs: () => time,
    after(ms, act) {
      const timer = { at: time + ms, act };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
  };
  return {
    clock,
    pass(ms: number): void {
      time += ms;
      for (const timer of [...timers].filter(({ at }) => at <= time)) {
        timers.delete(timer);
        timer.act();
      }
    },
  };
}

/** An upload whose bytes are there when the test says so, to an Instagram that never answers. */
function startSlowUpload() {
  const { clock, pass } = useClock();
  const source = new Readable({ read: () => undefined });
  let sent = 0;
  let arrived = 0;
  let isWhole = false;
  const receive = async (body: Readable) => {
    for await (const chunk of body as AsyncIterable<Buffer>) arrived += chunk.length;
    isWhole = true;
  };
  const upload = createVideoUpload(HOST, {
    clock,
    onCall: ({ result }) => results.push(result),
    log: { warn: (fields: object) => void logged.push(fields) },
    transport: ({ body, signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('given up')));
        if (body instanceof Readable) receive(body).catch(reject);
      }),
  });
  let result: string | undefined;
  const file = { size: 300_000_000, readFrom: () => Promise.resolve(source) };
  const { signal } = new AbortController();
  void upload({ token: 't' }, URI, file, 0, signal).then((end) => (result = end));
  return {
    pass,
    result: () => result,
    async send(length: number): Promise<void> {
      source.push(Buffer.alloc(length));
      sent += length;
      await expect.poll(() => arrived).toBe(sent);
    },
    async end(): Promise<void> {
      source.push(null);
      await expect.poll(() => isWhole).toBe(true);
    },
  };
}

const MB = 1_000_000;

test('an upload that sends less than 1 MB in 30 s is given up', async () => {
  const { send, pass, result } = startSlowUpload();
  for (let n = 0; n < 3; n += 1) {
    pass(29_000);
    await send(MB);
  }
  await send(MB / 2);
  pass(29_000);
  expect(result()).toBeUndefined();
  pass(1000);
  await expect.poll(result).toBe('interrupted');
  expect(results).toEqual(['no_answer']);
});

test('an answer is awaited for a minute after the last byte', async () => {
  const { send, end, pass, result } = startSlowUpload();
  await send(10);
  await end();
  pass(59_000);
  expect(result()).toBeUndefined();
  pass(1000);
  await expect.poll(result).toBe('interrupted');
});

test('an upload leaves its slot to others after ten minutes', async () => {
  const { send, pass, result } = startSlowUpload();
  for (let seconds = 0; seconds < 600; seconds += 20) {
    await send(MB);
    expect(result()).toBeUndefined();
    pass(20_000);
  }
  await expect.poll(result).toBe('interrupted');
});
