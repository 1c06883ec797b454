import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { callControl, connectAccount, listPublished } from '../../testing/graph-client.ts';
import { createMp4 } from '../../testing/media-bytes.ts';
import { openPublishingFixture, type PublishingFixture } from '../../testing/publishing-fixture.ts';

const MEGABYTE = 1_000_000;
const HOUR = 3_600_000;
let fixture: PublishingFixture;

beforeEach(async () => {
  fixture = await openPublishingFixture();
});
afterEach(() => fixture.close());

async function createReel(params: Record<string, string> = {}) {
  const { body } = await fixture.create({
    media_type: 'REELS',
    upload_type: 'resumable',
    ...params,
  });
  return { id: body.id ?? '', uri: String(body['uri']) };
}

type UploadBody = Buffer | ReadableStream<Uint8Array>;

const upload = (uri: string, body: UploadBody, headers: Record<string, string> = {}) =>
  fetch(uri, {
    method: 'POST',
    headers: {
      authorization: `OAuth ${fixture.pageToken}`,
      offset: '0',
      ...(Buffer.isBuffer(body) ? { file_size: String(body.length) } : {}),
      'content-type': 'application/octet-stream',
      ...headers,
    },
    body,
    duplex: 'half',
  });

const debugInfo = async (response: Response) => {
  const body = (await response.json()) as { debug_info: Record<string, unknown> };
  return { status: response.status, ...body.debug_info };
};

const videoStatus = async (id: string) =>
  (await fixture.readFields(id, 'video_status'))['video_status'];

const armUpload = (fault: string) =>
  callControl(fixture.sandbox, '/faults', { service: 'instagram', step: 'upload', fault });

/** A video whose data is zeros, as chunks of the same memory. */
function largeVideo(bytes: number) {
  const head = createMp4(10);
  const data = Buffer.alloc(16);
  const start = head.subarray(0, head.length - 24);
  data.writeUInt32BE(bytes - start.length);
  data.write('mdat', 4, 'latin1');
  const first = Buffer.concat([start, data]);
  const zeros = Buffer.alloc(MEGABYTE / 4);
  function* from(offset: number): Generator<Buffer> {
    let at = offset;
    if (at === 0) {
      yield first;
      at = first.length;
    }
    while (at < bytes) {
      const chunk = zeros.subarray(0, Math.min(zeros.length, bytes - at));
      yield chunk;
      at += chunk.length;
    }
  }
  const hash = createHash('sha256');
  for (const chunk of from(0)) hash.update(chunk);
  return {
    stream: (offset = 0) =>
      Readable.toWeb(Readable.from(from(offset))) as ReadableStream<Uint8Array>,
    sha256: hash.digest('hex'),
  };
}

describe('the bytes of a reel', () => {
  test('that arrive whole are processed and published', async () => {
    await callControl(fixture.sandbox, '/settings', { processingMs: { image: 0, video: HOUR } });
    const { id, uri } = await createReel({ caption: 'Forno aberto' });
    expect(await videoStatus(id)).toEqual({
      uploading_phase: { status: 'not_started', bytes_transferred: 0 },
      processing_phase: { status: 'not_started' },
    });
    const video = createMp4(10);
    const response = await upload(uri, video);
    expect([response.status, await response.json()]).toEqual([
      200,
      { success: true, message: 'Upload successful.' },
    ]);
    expect(await videoStatus(id)).toMatchObject({
      uploading_phase: { status: 'complete', source_file_size: video.length },
      processing_phase: { status: 'in_progress' },
    });
    expect(await fixture.status(id)).toBe('IN_PROGRESS');
    await callControl(fixture.sandbox, '/clock', { advanceMs: HOUR });
    expect(await fixture.status(id)).toBe('FINISHED');
    await fixture.publish(id);
    const [medium] = await listPublished(fixture.sandbox);
    expect(medium?.['bytes_sha256']).toBe(createHash('sha256').update(video).digest('hex'));
    const shown = await fetch(String(medium?.['media_url']));
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(video);
  });

  test('go on where they were cut, at 290 of 300 MB, without being held in memory', async () => {
    const size = 300 * MEGABYTE;
    const video = largeVideo(size);
    const { id, uri } = await createReel();
    await armUpload(`cut:${290 * MEGABYTE}`);
    const before = process.memoryUsage.rss();
    const sized = { file_size: String(size) };
    await expect(upload(uri, video.stream(), sized)).rejects.toThrow('fetch failed');
    expect(await videoStatus(id)).toMatchObject({
      uploading_phase: { status: 'in_progress', bytes_transferred: 290 * MEGABYTE },
    });
    const wrong = await upload(uri, video.stream(), sized);
    expect(await debugInfo(wrong)).toMatchObject({
      status: 412,
      retriable: true,
      type: 'OffsetInvalidError',
    });
    const rest = await upload(uri, video.stream(290 * MEGABYTE), {
      ...sized,
      offset: String(290 * MEGABYTE),
    });
    expect(rest.status).toBe(200);
    expect((process.memoryUsage.rss() - before) / MEGABYTE).toBeLessThan(150);
    expect(await fixture.status(id)).toBe('FINISHED');
    await fixture.publish(id);
    expect((await listPublished(fixture.sandbox))[0]?.['bytes_sha256']).toBe(video.sha256);
  });

  test('that arrive without an answer are complete', async () => {
    const { id, uri } = await createReel();
    await armUpload('unanswered');
    await expect(upload(uri, createMp4(10))).rejects.toThrow('fetch failed');
    expect(await fixture.status(id)).toBe('FINISHED');
  });

  test('can be fetched by Instagram from an address', async () => {
    const { id, uri } = await createReel();
    const file_url = fixture.host.addFile('/forno.mp4', createMp4(10));
    const response = await fetch(uri, {
      method: 'POST',
      headers: { authorization: `OAuth ${fixture.pageToken}`, file_url },
    });
    expect(response.status).toBe(200);
    expect(await fixture.status(id)).toBe('FINISHED');
  });

  test('that are no video make the container fail', async () => {
    const { id, uri } = await createReel();
    expect((await upload(uri, Buffer.from('isto não é um vídeo'))).status).toBe(200);
    expect(await fixture.status(id)).toBe('ERROR');
    expect(await videoStatus(id)).toMatchObject({
      processing_phase: { status: 'error', errors: [{ code: 2_207_026 }] },
    });
  });
});

describe('an upload is refused', () => {
  test.each([
    ['without a token', { authorization: '' }, 'unauthorized user request'],
    ['with a wrong token', { authorization: 'OAuth EAAB-wrong' }, 'unauthorized user request'],
    ['without a size', { file_size: '' }, 'file_size'],
    ['without an offset', { offset: '' }, 'offset'],
    ['of more than 300 MB', { file_size: '300000001' }, 'Request processing failed'],
  ])('%s', async (_, headers, message) => {
    const { id, uri } = await createReel();
    const refusal = await debugInfo(await upload(uri, createMp4(10), headers));
    expect(refusal).toMatchObject({ status: 400, retriable: false, type: 'ProcessingFailedError' });
    expect(refusal).toHaveProperty('message', expect.stringContaining(message));
    expect(await fixture.status(id)).toBe('IN_PROGRESS');
  });

  test('with the token of another person', async () => {
    const { uri } = await createReel();
    const { pageToken } = await connectAccount(fixture.sandbox, 'cafe.serra');
    const authorization = `OAuth ${pageToken}`;
    expect((await upload(uri, createMp4(10), { authorization })).status).toBe(400);
  });

  test('when it ends before its size, and the rest is accepted', async () => {
    const { id, uri } = await createReel();
    const video = createMp4(10);
    const file_size = String(video.length);
    const part = await upload(uri, video.subarray(0, 100), { file_size });
    expect(await debugInfo(part)).toMatchObject({ type: 'PartialRequestError' });
    const rest = await upload(uri, video.subarray(100), { file_size, offset: '100' });
    expect(rest.status).toBe(200);
    expect(await fixture.status(id)).toBe('FINISHED');
  });

  test('when the container has expired, has its bytes, or takes none', async () => {
    const expired = await createReel();
    await callControl(fixture.sandbox, '/clock', { advanceMs: 24 * HOUR });
    expect((await upload(expired.uri, createMp4(10))).status).toBe(400);
    const whole = await createReel();
    expect((await upload(whole.uri, createMp4(10))).status).toBe(200);
    expect((await upload(whole.uri, createMp4(10))).status).toBe(400);
    const image = await fixture.createImage();
    const uri = `${fixture.sandbox.url}/ig-api-upload/${image}`;
    expect((await upload(uri, createMp4(10))).status).toBe(400);
  });

  test.each([
    ['retriable', true],
    ['1363008', false],
  ])('by the fault %s', async (fault, retriable) => {
    const { uri } = await createReel();
    await armUpload(fault);
    expect(await debugInfo(await upload(uri, createMp4(10)))).toMatchObject({ retriable });
    expect((await upload(uri, createMp4(10))).status).toBe(200);
  });
});

test.each([{ media_type: 'STORIES' }, { media_type: 'VIDEO', is_carousel_item: 'true' }])(
  'the bytes of %o can be uploaded',
  async (params) => {
    const { id, uri } = await createReel(params);
    expect((await upload(uri, createMp4(10))).status).toBe(200);
    expect(await fixture.status(id)).toBe('FINISHED');
  },
);

test('an image cannot be uploaded', async () => {
  const image_url = fixture.host.addFile('/a.jpg', createMp4(1));
  const { status } = await fixture.create({ image_url, upload_type: 'resumable' });
  expect(status).toBe(400);
});
