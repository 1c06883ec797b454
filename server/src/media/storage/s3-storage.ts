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
  /** Undefined: Amazon's own endpoint of the region. */
  endpoint: string | undefined;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  scratch: string;
  /** Time without data from the service until a call fails. */
  idleTimeoutMs?: number;
  clock?: Pick<Clock, 'monotonicMs'>;
}

const CONNECT_TIMEOUT_MS = 5000;
/** Three calls of a deletion end well before its claim expires. */
const IDLE_TIMEOUT_MS = 30_000;
/** The client of a download may pause for long, for example a video player. */
const READ_IDLE_TIMEOUT_MS = 10 * 60_000;
const MAX_READERS = 500;
const RETRY_DELAYS_MS = [300, 1500];

/** Codes of S3-compatible services for a full storage, besides the status 507. */
const FULL_CODES: ReadonlySet<string> = new Set([
  'InsufficientStorage',
  'XMinioStorageFull',
  'QuotaExceeded',
  'QuotaExceededException',
]);
const PROBE_KEY = 'probe';
/** The timeout is shorter than the interval between two probes. */
const PROBE_CACHE_MS = 15_000;
const PROBE_TIMEOUT_MS = 2000;

/** Slow readers occupy connections. */
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
    // The signature contains the SHA-256 of the content, which the service verifies.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Errors are thrown; the client would log them as well.
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
        // Until the response begins; the socket timeout applies to its body.
        requestTimeout: idleTimeoutMs,
        throwOnRequestTimeout: true,
        socketTimeout: READ_IDLE_TIMEOUT_MS,
        httpAgent: agent,
        httpsAgent: agent,
      },
    }),
  };
}

export function createS3Storage(settings: S3Settings): MediaStorage {
  const { bucket, scratch, clock = systemClock } = settings;
  const { client, reader } = createClients(settings);
  // Some services slow down when one prefix contains all objects.
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
        // With this header the signer does not read the whole stream first.
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

  /** The client cannot send a stream twice. */
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

/** The readiness check runs every second, so both success and failure are cached. */
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
/** The service is busy or unavailable, or the connection broke. */
function isTransient(error: unknown): boolean {
  if (!(error instanceof Error) || isFull(error) || 'path' in error) return false;
  const status = statusOf(error);
  return status === undefined || status >= 500 || status === 408 || status === 429;
}
