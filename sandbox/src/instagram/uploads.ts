import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cutConnection } from '../platform/cut-connection.ts';
import { withFile } from '../platform/state/byte-source.ts';
import { canAccessAccount } from './access.ts';
import { stateOf } from './container-state.ts';
import { findEffect } from './faults.ts';
import type { InstagramContext } from './context.ts';
import type { Container } from './media-records.ts';
import { findTokenError } from './tokens.ts';
import { checkVideo, finishVideo, maxBytesOf, processVideo } from './video-rules.ts';

export const UPLOAD_PATH = '/ig-api-upload';

/** The errors of this host differ from those of the Graph API. */
class UploadError extends Error {
  readonly status: number;
  readonly debugInfo: { retriable: boolean; type: string; message: string };

  constructor(type: string, message: string, { status = 400, retriable = false } = {}) {
    super(message);
    this.status = status;
    this.debugInfo = { retriable, type, message };
  }
}

const processingFailed = (message: string, options?: { retriable: boolean }) =>
  new UploadError(
    'ProcessingFailedError',
    JSON.stringify({ success: false, error: { message } }),
    options,
  );

/** Receives the bytes of containers with `upload_type=resumable`. */
export function serveUploads(app: FastifyInstance, context: InstagramContext): void {
  const active = new Set<string>();
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    for (const version of ['', String.raw`/:version(^v\d+\.\d+$)`]) {
      scope.post(`${UPLOAD_PATH}${version}/:id`, (request, reply) =>
        handleUpload(context, active, request, reply),
      );
    }
  });
}

async function handleUpload(
  context: InstagramContext,
  active: Set<string>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { id = '' } = request.params as { id?: string }; // Fastify types route params as unknown.
  const entry = logUpload(context, request);
  try {
    const container = requireContainer(context, request, id);
    const username = context.records.accounts.get(container.accountId)?.username;
    const fault = context.faults.consume('instagram', ['upload'], username);
    const variant = (fault && findEffect('upload', fault.fault)?.variant) ?? '';
    if (fault) await context.clock.wait(fault.delayMs);
    if (variant === 'retriable') {
      throw processingFailed('Request processing failed', { retriable: true });
    }
    if (variant === '1363008') throw processingFailed('FILE_NOT_FOUND (1363008)');
    const fileUrl = readHeader(request, 'file_url');
    if (fileUrl !== undefined) {
      const fetching = { ...container, videoUrl: fileUrl };
      context.records.containers.put(fetching);
      await processVideo(context, fetching);
    } else {
      if (active.has(id)) {
        throw processingFailed('Another upload is in progress', { retriable: true });
      }
      active.add(id);
      const cutAt = variant.startsWith('cut:') ? Number(variant.slice('cut:'.length)) : undefined;
      const end = await receive(context, container, request, cutAt).finally(() =>
        active.delete(id),
      );
      if (end === 'cut') {
        entry.status = 0;
        return cutConnection(reply, true);
      }
    }
    entry.status = 200;
    if (variant === 'unanswered') {
      entry.status = 0;
      return cutConnection(reply, true);
    }
    return await reply.send({ success: true, message: 'Upload successful.' });
  } catch (error) {
    if (!(error instanceof UploadError)) throw error;
    entry.status = error.status;
    // The rest of the bytes is not read.
    return reply
      .header('connection', 'close')
      .status(error.status)
      .send({ debug_info: error.debugInfo });
  }
}

function requireContainer(
  context: InstagramContext,
  request: FastifyRequest,
  id: string,
): Container {
  const { records } = context;
  const token = records.tokens.get(
    /^OAuth (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '',
  );
  const container = records.containers.get(id);
  const account = records.accounts.get(container?.accountId ?? '');
  const isAuthorized =
    token !== undefined &&
    findTokenError(context, token) === undefined &&
    account !== undefined &&
    canAccessAccount(context, token, account) &&
    token.scopes.includes('instagram_content_publish');
  if (!isAuthorized || !container) throw processingFailed('unauthorized user request');
  const isWaiting = container.upload !== null && stateOf(context, container) === 'IN_PROGRESS';
  if (!isWaiting) throw processingFailed('Container does not wait for an upload');
  return container;
}

const readHeader = ({ headers }: FastifyRequest, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
};

function readNumber(request: FastifyRequest, name: string): number {
  const text = readHeader(request, name) ?? '';
  if (!/^\d+$/.test(text)) throw processingFailed(`Header ${name} is required`);
  return Number(text);
}

/** Stores what arrives, so that an upload that is cut can be resumed where it ended. */
async function receive(
  context: InstagramContext,
  container: Container,
  request: FastifyRequest,
  cutAt: number | undefined,
): Promise<'whole' | 'cut'> {
  const { files, records } = context;
  const { id, upload } = container;
  const [offset, size] = [readNumber(request, 'offset'), readNumber(request, 'file_size')];
  if (offset !== files.sizeOf(id)) {
    throw new UploadError('OffsetInvalidError', 'Request starting offset is invalid', {
      status: 412,
      retriable: true,
    });
  }
  const isOtherFile = upload?.size !== null && upload?.size !== size;
  if (isOtherFile || size === 0 || size > maxBytesOf(container)) {
    throw processingFailed('Request processing failed');
  }
  records.containers.put({ ...container, upload: { size } });
  const stored = await storeUpTo(
    request.raw,
    files.pathOf(id),
    offset,
    Math.min(cutAt ?? size, size),
  );
  if (cutAt !== undefined && stored >= cutAt) return 'cut';
  if (stored < size) {
    throw new UploadError('PartialRequestError', 'Partial request (did not match length of file)');
  }
  await finishUpload(context, id);
  return 'whole';
}

/** Returns how many bytes of the file there are now; the end of the connection ends them. */
async function storeUpTo(
  body: Readable,
  path: string,
  offset: number,
  end: number,
): Promise<number> {
  const file = createWriteStream(path, { flags: offset === 0 ? 'w' : 'r+', start: offset });
  let stored = offset;
  const write = (chunk: Buffer) =>
    new Promise<void>((resolve, reject) =>
      file.write(chunk, (error) => (error ? reject(error) : resolve())),
    );
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      const part = chunk.subarray(0, end - stored);
      await write(part);
      stored += part.length;
      if (stored >= end) break;
    }
  } catch (error) {
    if (!body.destroyed) throw error;
  } finally {
    await new Promise<void>((resolve) => file.end(resolve));
  }
  return stored;
}

async function finishUpload(context: InstagramContext, id: string): Promise<void> {
  const { files, records } = context;
  const container = records.containers.get(id);
  if (!container) return;
  const path = files.pathOf(id);
  const failure = withFile(path, (source) => checkVideo(container, source));
  const sha256 = await files.hash(id);
  if (failure === null) records.blobs.saveFile(path, sha256, 'video/mp4');
  finishVideo(context, id, failure === null ? { file: { sha256, type: 'VIDEO' } } : { failure });
}

function logUpload({ callLog, clock }: InstagramContext, request: FastifyRequest) {
  const now = clock.now();
  const params = Object.fromEntries(
    ['offset', 'file_size', 'file_url'].flatMap((name) => {
      const value = readHeader(request, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const entry = {
    time: now,
    method: 'POST',
    version: 'v25.0',
    path: request.url,
    params,
    status: null as number | null,
    answeredAt: now,
  };
  callLog.add(entry);
  return entry;
}
