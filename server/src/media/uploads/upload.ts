import { createReadStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../platform/http/app-error.ts';
import type { UploadedFile } from '../../platform/http/multipart.ts';
import type { VideoContainer } from '../decoder/tasks.ts';
import { hashFile, createHashingSink } from '../hashing/hashing.ts';
import {
  fileTypeOf,
  SIGNATURE_BYTES,
  uploadLimits,
  type FileKind,
  type FileType,
} from '../media.rules.ts';

/** A story accepts no AVI, a reel no picture, and only a carousel several files. */
export interface UploadPolicy {
  maxFiles: number;
  kinds: readonly FileKind[];
  containers: readonly VideoContainer[];
}

export interface WrittenUpload {
  type: FileType;
  /** Hex, of the uploaded bytes. */
  sha256: string;
  bytes: number;
}

/**
 * Refuses a file of the wrong kind or size as soon as its bytes show it; rethrows an error of the server.
 * @throws AppError MEDIA_UNREADABLE, MEDIA_KIND, FILE_TOO_LARGE, UPLOAD_INTERRUPTED
 */
export async function writeUpload(
  file: UploadedFile,
  path: string,
  policy: UploadPolicy,
): Promise<WrittenUpload> {
  let beginning = '';
  let bytes = 0;
  const checking = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const missing = SIGNATURE_BYTES - beginning.length;
      if (missing > 0) beginning += chunk.toString('latin1', 0, missing);
      bytes += chunk.length;
      const isTypeKnown = beginning.length === SIGNATURE_BYTES;
      const refusal = isTypeKnown ? findUploadError(beginning, bytes, policy, file) : undefined;
      if (refusal === undefined) done(null, chunk);
      else done(refusal);
    },
  });
  const { stream } = file;
  const sink = createHashingSink(path);
  let isServerFault = false;
  // The pipeline destroys all streams with the same error; the first that failed is the cause.
  sink.once('error', () => {
    isServerFault = stream.readableEnded || !stream.destroyed;
  });
  try {
    await pipeline(stream, checking, sink);
  } catch (error) {
    if (error instanceof AppError || isServerFault) throw error;
    throw new AppError('UPLOAD_INTERRUPTED');
  }
  const type = fileTypeOf(beginning);
  if (type === undefined) throw new AppError('MEDIA_UNREADABLE');
  return { type, ...(await hashFile(path)) };
}

/** @throws AppError MEDIA_UNREADABLE, FILE_TOO_LARGE */
export async function detectFileType(path: string, name: string, bytes: number): Promise<FileType> {
  const beginning: Buffer[] = [];
  for await (const chunk of createReadStream(path, { end: SIGNATURE_BYTES - 1 })) {
    beginning.push(chunk);
  }
  const type = fileTypeOf(Buffer.concat(beginning).toString('latin1'));
  if (type === undefined) throw new AppError('MEDIA_UNREADABLE');
  if (bytes > uploadLimits[type.kind].maxBytes) throw tooLarge(type.kind, { name });
  return type;
}

function findUploadError(
  beginning: string,
  bytes: number,
  { kinds, containers }: UploadPolicy,
  file: UploadedFile,
): AppError | undefined {
  const type = fileTypeOf(beginning);
  if (type === undefined) return new AppError('MEDIA_UNREADABLE');
  const isAccepted =
    kinds.includes(type.kind) && (type.kind === 'image' || containers.includes(type.container));
  if (!isAccepted) return new AppError('MEDIA_KIND');
  return bytes > uploadLimits[type.kind].maxBytes ? tooLarge(type.kind, file) : undefined;
}

const tooLarge = (kind: FileKind, { name }: Pick<UploadedFile, 'name'>) =>
  new AppError('FILE_TOO_LARGE', { message: `${uploadLimits[kind].message} (${name})` });
