import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { freePort } from '../../../testing/free-port.ts';
import { createMarkerStore, createStorage, type StorageEnv } from './create-storage.ts';
import { createS3Storage } from './s3-storage.ts';
import { StorageFullError, type MediaStorage } from './storage.ts';

let folder: string;
let s3: S3rver;
let s3Env: StorageEnv;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pontual-storage-'));
  const port = await freePort();
  s3 = new S3rver({
    port,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 'bucket'),
    configureBuckets: [{ name: 'pontual', configs: [] }],
  });
  await s3.run();
  s3Env = envOf(port);
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true });
});

const envOf = (port: number): StorageEnv => ({
  S3_ENDPOINT: `http://127.0.0.1:${port}`,
  S3_BUCKET: 'pontual',
  S3_REGION: 'us-east-1',
  S3_ACCESS_KEY_ID: 'S3RVER',
  S3_SECRET_ACCESS_KEY: 'S3RVER',
});

const scratch = () => join(folder, 'scratch');

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function aFile(bytes: Buffer): Promise<string> {
  const path = join(folder, newId());
  await writeFile(path, bytes);
  return path;
}

describe.each([
  ['a folder', () => createStorage({}, join(folder, 'media'), scratch())],
  ['a bucket', () => createStorage(s3Env, join(folder, 'not-used'), scratch())],
])('storage in %s', (_where, open) => {
  let storage: MediaStorage;
  beforeAll(async () => {
    storage = await open();
  });

  async function store(bytes: Buffer): Promise<string> {
    const sha256 = sha256Of(bytes);
    await storage.put(sha256, await aFile(bytes));
    return sha256;
  }
  const all = (sha256: string, bytes: Buffer) =>
    storage.read(sha256, { start: 0, end: bytes.length - 1 }).then(buffer);

  test('returns a stored object whole and in ranges, and moves its file', async () => {
    const bytes = randomBytes(300_000);
    const path = await aFile(bytes);
    await storage.put(sha256Of(bytes), path);
    expect(await storage.size(sha256Of(bytes))).toBe(bytes.length);
    expect(await all(sha256Of(bytes), bytes)).toEqual(bytes);
    const part = await storage.read(sha256Of(bytes), { start: 70_000, end: 70_009 });
    expect(await buffer(part)).toEqual(bytes.subarray(70_000, 70_010));
    await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('stores equal content as one object', async () => {
    const bytes = randomBytes(10);
    expect(await store(bytes)).toBe(await store(bytes));
    expect(await all(sha256Of(bytes), bytes)).toEqual(bytes);
  });

  test('provides a local copy of an object', async () => {
    const bytes = randomBytes(100_000);
    const sha256 = await store(bytes);
    expect(await storage.withLocalFile(sha256, (path) => readFile(path))).toEqual(bytes);
    const failing = storage.withLocalFile(sha256, () =>
      Promise.reject(new Error('the program failed')),
    );
    await expect(failing).rejects.toThrow('the program failed');
    const missing = await storage.withLocalFile(sha256Of(randomBytes(8)), async () => 'read');
    expect(missing).toBeUndefined();
    expect(await readdir(scratch()).catch(() => [])).toEqual([]);
    expect(await all(sha256, bytes)).toEqual(bytes);
  });

  test('removes an object, which may be stored again', async () => {
    const bytes = randomBytes(10);
    const sha256 = await store(bytes);
    await storage.remove(sha256);
    await storage.remove(sha256);
    expect(await storage.size(sha256)).toBeUndefined();
    await store(bytes);
    expect(await all(sha256, bytes)).toEqual(bytes);
  });

  test('returns no size for an unknown object', async () => {
    expect(await storage.size(sha256Of(randomBytes(8)))).toBeUndefined();
  });

  test('passes the write check', async () => {
    await expect(storage.check()).resolves.toBeUndefined();
  });
});

test.each([
  ['a folder', () => ({})],
  ['a bucket', () => s3Env],
])('markers in %s are listed after the store is reopened', async (_where, env) => {
  const open = () => createMarkerStore(env(), join(folder, 'marked'), scratch(), 'gone');
  expect(await (await open()).list()).toEqual([]);
  const names = [newId(), newId()];
  for (const name of names) await (await open()).add(name);
  await (await open()).add(names[0] ?? '');
  expect((await (await open()).list()).toSorted()).toEqual(names.toSorted());
});

test('a folder contains only complete objects, and the check fails when it is not a folder', async () => {
  const media = join(folder, 'clean');
  const storage = await createStorage({}, media, scratch());
  await storage.check();
  expect(await readdir(media)).toEqual([]);
  const blocked = await aFile(randomBytes(1));
  await expect((await createStorage({}, blocked, scratch())).check()).rejects.toThrow('EEXIST');
});

test.each([
  [507, 'InsufficientStorage'],
  [503, 'XMinioStorageFull'],
])('a full bucket results in a storage error: %s %s', async (status, code) => {
  const port = await freePort();
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(status, { 'content-type': 'application/xml' });
      response.end(`<Error><Code>${code}</Code><Message>full</Message></Error>`);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const bytes = randomBytes(100);
  const storage = await createStorage(envOf(port), '', scratch());
  const putting = storage.put(sha256Of(bytes), await aFile(bytes));
  await expect(putting).rejects.toThrow(StorageFullError);
  server.close();
});

test('a busy bucket gets the whole file again', async () => {
  const port = await freePort();
  const sent: Buffer[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      sent.push(body);
      response.writeHead(sent.length < 3 ? 503 : 200, { 'content-type': 'application/xml' });
      response.end(sent.length < 3 ? '<Error><Code>SlowDown</Code></Error>' : '');
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const bytes = randomBytes(300_000);
  const storage = await createStorage(envOf(port), '', scratch());
  const path = await aFile(bytes);
  await storage.put(sha256Of(bytes), path);
  expect(sent).toEqual([bytes, bytes, bytes]);
  await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
  server.close();
});

test('a call to a silent bucket times out', async () => {
  const port = await freePort();
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const storage = createS3Storage({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket: 'pontual',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    scratch: scratch(),
    idleTimeoutMs: 100,
  });
  const bytes = randomBytes(10);
  const path = await aFile(bytes);
  for (const call of [
    () => storage.put(sha256Of(bytes), path),
    () => storage.size('ab'),
    () => storage.read('ab', { start: 0, end: 1 }),
    () => storage.remove('ab'),
  ]) {
    await expect(call()).rejects.toMatchObject({ name: 'TimeoutError' });
  }
  server.closeAllConnections();
  server.close();
});

describe('the write check of a bucket', () => {
  async function aBucket(answers: boolean) {
    const port = await freePort();
    const requests: string[] = [];
    const server = createServer((request, response) => {
      requests.push(`${request.method} ${request.url}`);
      if (answers) response.end();
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    let nowMs = 0;
    const storage = createS3Storage({
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: 'pontual',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      scratch: scratch(),
      clock: { monotonicMs: () => nowMs },
    });
    return {
      storage,
      requests,
      passMs: (ms: number) => void (nowMs += ms),
      close: () => {
        server.closeAllConnections();
        server.close();
      },
    };
  }

  test('is cached for some seconds, for any number of callers', async () => {
    const { storage, requests, passMs, close } = await aBucket(true);
    await Promise.all([storage.check(), storage.check()]);
    for (let second = 0; second < 15; second += 1) {
      passMs(1000);
      await storage.check();
    }
    expect(requests.map((one) => one.split('?')[0])).toEqual(['PUT /pontual/probe']);
    passMs(1000);
    await storage.check();
    expect(requests).toHaveLength(2);
    close();
  });

  test('fails before a proxy times out when the bucket is silent', async () => {
    const { storage, requests, passMs, close } = await aBucket(false);
    const checks = [storage.check(), storage.check()];
    for (const check of checks) await expect(check).rejects.toThrow('abort');
    passMs(10_000);
    await expect(storage.check()).rejects.toThrow('abort');
    expect(requests).toHaveLength(1);
    close();
  });
});

test('an unreachable bucket fails the check and every call', async () => {
  const storage = await createStorage(envOf(await freePort()), '', scratch());
  await expect(storage.check()).rejects.toThrow('ECONNREFUSED');
  await expect(storage.size('ab')).rejects.toThrow('ECONNREFUSED');
});
