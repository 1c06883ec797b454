import { Readable } from 'node:stream';
import { beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
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
