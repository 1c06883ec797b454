import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { checkContent, isFullDisk, StorageFullError, type MediaStorage } from './storage.ts';

export interface S3Settings {
  /** Undefined: Amazon's own, by the region. */
  endpoint: string | undefined;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** What S3-compatible services say when they have no room left, besides the status 507. */
const FULL: ReadonlySet<string> = new Set([
  'InsufficientStorage',
  'XMinioStorageFull',
  'QuotaExceeded',
  'QuotaExceededException',
]);
/** An object of no content, written to see whether writing works. */
const PROBE = 'probe';

/** Keeps objects in a bucket of an S3-compatible service. */
export function createS3Storage({ endpoint, region, bucket, ...keys }: S3Settings): MediaStorage {
  const client = new S3Client({
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    region,
    credentials: keys,
    // The signature names the content's SHA-256, which is the checksum that the service verifies.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Whatever goes wrong is thrown; the client would also print it.
    logger: silent,
  });
  // Two levels, as in the folder: some services slow down when one prefix holds all.
  const keyOf = (sha256: string) => `media/${sha256.slice(0, 2)}/${sha256}`;

  async function put(sha256: string, path: string): Promise<void> {
    await checkContent(path, sha256);
    const { size } = await stat(path);
    const command = new PutObjectCommand({
      Bucket: bucket,
      Key: keyOf(sha256),
      Body: createReadStream(path),
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
    await client.send(command);
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
      const { Body } = await client.send(
        new GetObjectCommand({ Bucket: bucket, Key: keyOf(sha256), Range: range }),
      );
      return streamOf(Body);
    },
    async asFile(sha256, act) {
      const folder = await mkdtemp(join(tmpdir(), 'pontual-object-'));
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
    async check() {
      await client.send(
        new PutObjectCommand({ Bucket: bucket, Key: PROBE, Body: new Uint8Array() }),
      );
    },
  };
}

/** In Node the body of an answer is always a stream of Node's. */
function streamOf(body: unknown): Readable {
  if (body instanceof Readable) return body;
  throw new Error('the storage answered without a body');
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };

const statusOf = (error: unknown) =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
const isMissing = (error: unknown) => statusOf(error) === 404;
const isFull = (error: unknown) =>
  statusOf(error) === 507 || (error instanceof S3ServiceException && FULL.has(error.name));
