import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { systemClock, type Clock } from '../../platform/clock.ts';
import type { MarkerStore } from './marker-store.ts';
import { isFullDisk, StorageFullError, type MediaStorage } from './storage.ts';

export interface S3Settings {
  /** Undefined: Amazon's own, by the region. */
  endpoint: string | undefined;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Where objects lie while programs read them as files. */
  scratch: string;
  /** For so long the service may be silent; then a call has failed. */
  idleTimeoutMs?: number;
  clock?: Pick<Clock, 'monotonicMs'>;
}

const CONNECT_TIMEOUT_MS = 5000;
/** Three calls of a deletion end well before the claim on what is deleted does. */
const IDLE_TIMEOUT_MS = 30_000;
/** Whoever is sent what is read may stop for long: a paused video. */
const READ_IDLE_TIMEOUT_MS = 10 * 60_000;
const MAX_READERS = 500;
/** Before a file is sent once more. */
const RETRY_DELAYS_MS = [300, 1500];

/** What S3-compatible services say when they have no room left, besides the status 507. */
const FULL_CODES: ReadonlySet<string> = new Set([
  'InsufficientStorage',
  'XMinioStorageFull',
  'QuotaExceeded',
  'QuotaExceededException',
]);
/** An object of no content, written to see whether writing works. */
const PROBE_KEY = 'probe';
/** However often is asked, it is written no more often than this, and waited for no longer than that. */
const PROBE_CACHE_MS = 15_000;
const PROBE_TIMEOUT_MS = 2000;

/** Slow readers hold their connections: with a client of their own they hold up nobody else. */
function createClients(settings: S3Settings): { client: S3Client; reader: S3Client } {
  const {
    endpoint,
    region,
    accessKeyId,
    secretAccessKey,
    idleTimeoutMs = IDLE_TIMEOUT_MS,
  } = settings;
  const common: S3ClientConfig = {
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    region,
    credentials: { accessKeyId, secretAccessKey },
    // The signature names the content's SHA-256, which is the checksum that the service verifies.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Whatever goes wrong is thrown; the client would also print it.
    logger: silentLogger,
  };
  const agent = { maxSockets: MAX_READERS };
  return {
    client: new S3Client({
      ...common,
      requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: idleTimeoutMs },
    }),
    reader: new S3Client({
      ...common,
      requestHandler: {
        connectionTimeout: CONNECT_TIMEOUT_MS,
        // Until the answer begins; while it is read, the other holds.
        requestTimeout: idleTimeoutMs,
        throwOnRequestTimeout: true,
        socketTimeout: READ_IDLE_TIMEOUT_MS,
        httpAgent: agent,
        httpsAgent: agent,
      },
    }),
  };
}

/** Keeps objects in a bucket of an S3-compatible service. */
export function createS3Storage(settings: S3Settings): MediaStorage {
  const { bucket, scratch, clock = systemClock } = settings;
  const { client, reader } = createClients(settings);
  // Two levels, as in the folder: some services slow down when one prefix holds all.
  const keyOf = (sha256: string) => `media/${sha256.slice(0, 2)}/${sha256}`;

  async function send(sha256: string, path: string): Promise<void> {
    const { size } = await stat(path);
    const body = createReadStream(path);
    const command = new PutObjectCommand({
      Bucket: bucket,
      Key: keyOf(sha256),
      Body: body,
      ContentLength: size,
    });
    command.middlewareStack.add(
      (next) => (call) => {
        // The signer takes it from here instead of reading the stream to its end first.
        const { request } = call as { request: { headers: Record<string, string> } };
        request.headers['x-amz-content-sha256'] = sha256;
        return next(call);
      },
      { step: 'build' },
    );
    try {
      await client.send(command);
    } finally {
      body.destroy();
    }
  }

  /** The client sends no stream twice. */
  async function put(sha256: string, path: string): Promise<void> {
    for (const pauseMs of [...RETRY_DELAYS_MS, undefined]) {
      try {
        await send(sha256, path);
        break;
      } catch (error) {
        if (pauseMs === undefined || !isTransient(error)) throw error;
        await pause(pauseMs);
      }
    }
    await rm(path, { force: true });
  }

  return {
    async put(sha256, path) {
      await put(sha256, path).catch((error: unknown) => {
        throw isFull(error) ? new StorageFullError() : error;
      });
    },
    async size(sha256) {
      try {
        const head = new HeadObjectCommand({ Bucket: bucket, Key: keyOf(sha256) });
        return (await client.send(head)).ContentLength;
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async read(sha256, { start, end }) {
      const range = `bytes=${start}-${end}`;
      const { Body } = await reader.send(
        new GetObjectCommand({ Bucket: bucket, Key: keyOf(sha256), Range: range }),
      );
      return streamOf(Body);
    },
    async withLocalFile(sha256, act) {
      await mkdir(scratch, { recursive: true });
      const folder = await mkdtemp(join(scratch, 'object-'));
      try {
        const { Body } = await client.send(
          new GetObjectCommand({ Bucket: bucket, Key: keyOf(sha256) }),
        );
        const path = join(folder, sha256);
        await pipeline(streamOf(Body), createWriteStream(path));
        return await act(path);
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw isFullDisk(error) ? new StorageFullError() : error;
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    async remove(sha256) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: keyOf(sha256) }));
    },
    check: createProbe(client, bucket, clock),
  };
}

/** Whoever asks whether we are ready does so every second; what went wrong is kept as what went well. */
function createProbe(client: S3Client, bucket: string, clock: Pick<Clock, 'monotonicMs'>) {
  let lastProbe: { atMs: number; done: Promise<void> } | undefined;

  async function probe(): Promise<void> {
    const command = new PutObjectCommand({
      Bucket: bucket,
      Key: PROBE_KEY,
      Body: new Uint8Array(),
    });
    await client.send(command, { abortSignal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
  }

  return (): Promise<void> => {
    if (lastProbe === undefined || clock.monotonicMs() - lastProbe.atMs > PROBE_CACHE_MS) {
      lastProbe = { atMs: clock.monotonicMs(), done: probe() };
    }
    return lastProbe.done;
  };
}

/** Keeps marks as objects of no content, under a prefix of their own. */
export function createS3MarkerStore(settings: S3Settings, prefix: string): MarkerStore {
  const { bucket } = settings;
  const { client } = createClients(settings);
  return {
    async add(name) {
      const marker = { Bucket: bucket, Key: `${prefix}/${name}`, Body: new Uint8Array() };
      await client.send(new PutObjectCommand(marker));
    },
    async list() {
      const names: string[] = [];
      const listed = { Bucket: bucket, Prefix: `${prefix}/` };
      for await (const { Contents: found = [] } of paginateListObjectsV2({ client }, listed)) {
        names.push(...found.flatMap(({ Key: key }) => key?.slice(prefix.length + 1) ?? []));
      }
      return names;
    },
  };
}

/** In Node the body of an answer is always a stream of Node's. */
function streamOf(body: unknown): Readable {
  if (body instanceof Readable) return body;
  throw new Error('the storage answered without a body');
}

const silentLogger = { debug() {}, info() {}, warn() {}, error() {} };

const statusOf = (error: unknown) =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
const isMissing = (error: unknown) => statusOf(error) === 404;
const isFull = (error: unknown) =>
  statusOf(error) === 507 || (error instanceof S3ServiceException && FULL_CODES.has(error.name));
/** What may go well a moment later: the service is busy or away, or the connection broke off. */
function isTransient(error: unknown): boolean {
  if (!(error instanceof Error) || isFull(error) || 'path' in error) return false;
  const status = statusOf(error);
  return status === undefined || status >= 500 || status === 408 || status === 429;
}
