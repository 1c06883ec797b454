import type { Endpoint } from '@pontual/contract/shared/endpoint.ts';
import { MAX_VIDEO_BYTES } from '@pontual/contract/media/media.ts';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyError, FastifyRequest } from 'fastify';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { AppError } from './app-error.ts';
import { fieldErrors } from './validation.ts';

/** One more than any post takes, so that the handler can report that there are too many. */
const MAX_FILES = 11;
const MAX_FIELDS = 20;
const MAX_FIELD_BYTES = 64 * 1024;
export const MAX_KEY_LENGTH = 200;
const MAX_NAME_LENGTH = 100;
const FILE_FIELD = 'media';

export interface UploadedFile {
  /** The file name of the client, for messages only. */
  name: string;
  /** Truncated one byte after the limit of the largest type; must be read to the end or destroyed. */
  stream: Readable;
}

export interface MultipartUpload {
  /** Each file must be read before the next; undefined: the form has none. */
  files: AsyncIterable<UploadedFile> | undefined;
  idempotencyKey: string | undefined;
}

/**
 * The handler reads the files, so a refused request reads none.
 * @throws AppError VALIDATION or UPLOAD_INTERRUPTED
 */
export async function readMultipart(
  request: FastifyRequest,
  endpoint: Endpoint,
): Promise<MultipartUpload & { body: unknown }> {
  if (!request.isMultipart()) throw new AppError('VALIDATION');
  const idempotencyKey = idempotencyKeyOf(request);
  const parts = request.parts({
    limits: {
      files: MAX_FILES,
      fields: MAX_FIELDS,
      fieldSize: MAX_FIELD_BYTES,
      fileSize: MAX_VIDEO_BYTES + 1,
    },
  });
  const fields: Record<string, unknown> = {};
  let firstFile: MultipartFile | undefined;
  for (let partCount = 0; ; partCount += 1) {
    const { value: part, done } = await parts
      .next()
      .catch((error: FastifyError) => throwBrokenBody(error, partCount > 0));
    if (done) break;
    if (part.type === 'file') {
      firstFile = part;
      break;
    }
    if (part.valueTruncated) {
      throw new AppError('VALIDATION', { fields: { [part.fieldname]: 'Texto longo demais' } });
    }
    if (Object.hasOwn(fields, part.fieldname)) {
      throw new AppError('VALIDATION', {
        fields: { [part.fieldname]: 'Campo enviado duas vezes' },
      });
    }
    fields[part.fieldname] = part.value;
  }
  const parsed = endpoint.body?.safeParse(fields);
  if (parsed !== undefined && !parsed.success) {
    firstFile?.file.resume();
    throw new AppError('VALIDATION', fieldErrors(parsed.error.issues));
  }
  const files = firstFile && filesFrom(firstFile, parts, request);
  return { body: parsed?.data, files, idempotencyKey };
}

/** @throws AppError VALIDATION when the key is longer than MAX_KEY_LENGTH */
function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (typeof key !== 'string' || key === '') return undefined;
  if (key.length > MAX_KEY_LENGTH) {
    const message = `A chave Idempotency-Key deve ter no máximo ${MAX_KEY_LENGTH} caracteres.`;
    throw new AppError('VALIDATION', { message });
  }
  return key;
}

const PREMATURE_END = 'FST_MP_PREMATURE_CLOSE';

/** A body that began as a form was cut off; any other body is no form. */
function throwBrokenBody(error: FastifyError, hasBegun: boolean): never {
  if (error.code !== PREMATURE_END && error.code?.startsWith('FST_')) throw error;
  const isCut = hasBegun || error.code === PREMATURE_END;
  throw new AppError(isCut ? 'UPLOAD_INTERRUPTED' : 'VALIDATION');
}

async function* filesFrom(
  first: MultipartFile,
  rest: ReturnType<FastifyRequest['parts']>,
  { raw }: FastifyRequest,
): AsyncGenerator<UploadedFile> {
  yield toUploadedFile(first);
  for (;;) {
    const { value: part, done } = await rest
      .next()
      .catch((error: FastifyError) => throwBrokenBody(error, true));
    if (done) {
      // The whole body has arrived, so processing must not run into the socket timeout.
      if (isConnection(raw.socket)) raw.socket.setTimeout(0);
      return;
    }
    if (part.type !== 'file') {
      throw new AppError('VALIDATION', { message: 'Os campos de texto vêm antes dos arquivos.' });
    }
    yield toUploadedFile(part);
  }
}

/** A request by `inject` has no real socket. */
const isConnection = (socket: Socket) => 'setTimeout' in socket;

function toUploadedFile(part: MultipartFile): UploadedFile {
  if (part.fieldname !== FILE_FIELD) {
    part.file.resume();
    const message = `Os arquivos vão no campo “${FILE_FIELD}”.`;
    throw new AppError('VALIDATION', { message });
  }
  // The file name can be missing despite its type: a content type alone makes a part a file.
  const name = Array.from(part.filename || 'Arquivo')
    .slice(0, MAX_NAME_LENGTH)
    .join('');
  return { name, stream: part.file };
}
