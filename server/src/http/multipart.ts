import type { Endpoint } from '@pontual/contract/endpoint.ts';
import { MAX_VIDEO_BYTES } from '@pontual/contract/media.ts';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyError, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { AppError } from './app-error.ts';
import { fieldErrors } from './validation.ts';

/** One more than any post takes: whoever receives them says that it is too many. */
const MAX_FILES = 11;
const MAX_FIELDS = 20;
const MAX_FIELD_BYTES = 64 * 1024;

export interface UploadedFile {
  /** As the client calls it; for messages only. */
  name: string;
  /** The bytes, cut at the limit of the largest type. Must be read to the end or destroyed. */
  stream: Readable;
  /** Whether the limit cut the stream; known once it has been read. */
  wasCut(): boolean;
}

export interface Upload {
  /** The files in the order sent, each readable once, in turn. */
  files: AsyncIterable<UploadedFile>;
  idempotencyKey: string | undefined;
}

/**
 * Reads the text fields of a multipart body up to its first file and parses them; the files are
 * left to the handler, so that a refusal costs no upload.
 */
export async function readMultipart(
  request: FastifyRequest,
  endpoint: Endpoint,
): Promise<Upload & { body: unknown }> {
  if (!request.isMultipart()) throw new AppError('VALIDATION');
  const parts = request.parts({
    limits: {
      files: MAX_FILES,
      fields: MAX_FIELDS,
      fieldSize: MAX_FIELD_BYTES,
      fileSize: MAX_VIDEO_BYTES,
    },
  });
  const fields: Record<string, unknown> = {};
  let firstFile: MultipartFile | undefined;
  for (;;) {
    const { value: part, done } = await parts.next().catch(brokenBody);
    if (done) break;
    if (part.type === 'file') {
      firstFile = part;
      break;
    }
    if (part.valueTruncated) {
      throw new AppError('VALIDATION', { fields: { [part.fieldname]: 'Texto longo demais' } });
    }
    fields[part.fieldname] = part.value;
  }
  const parsed = endpoint.body?.safeParse(fields);
  if (parsed !== undefined && !parsed.success) {
    firstFile?.file.resume();
    throw new AppError('VALIDATION', fieldErrors(parsed.error.issues));
  }
  const header = request.headers['idempotency-key'];
  return {
    body: parsed?.data,
    files: filesFrom(firstFile, parts),
    idempotencyKey: typeof header === 'string' ? header : undefined,
  };
}

/** The parser gave up: cut short, or not what it says it is. */
function brokenBody(error: FastifyError): never {
  throw error.code?.startsWith('FST_') ? error : new AppError('UPLOAD_INTERRUPTED');
}

async function* filesFrom(
  first: MultipartFile | undefined,
  rest: ReturnType<FastifyRequest['parts']>,
): AsyncGenerator<UploadedFile> {
  if (first === undefined) return;
  yield toUploadedFile(first);
  for (;;) {
    const { value: part, done } = await rest.next().catch(brokenBody);
    if (done) return;
    if (part.type !== 'file') {
      throw new AppError('VALIDATION', { message: 'Os campos de texto vêm antes dos arquivos.' });
    }
    yield toUploadedFile(part);
  }
}

function toUploadedFile(part: MultipartFile): UploadedFile {
  return { name: part.filename, stream: part.file, wasCut: () => part.file.truncated };
}
