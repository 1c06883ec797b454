import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdir, readdir } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Server, type Upload } from '@tus/server';
import { errorCatalogue } from '@pontual/contract/shared/errors.ts';
import { MAX_VIDEO_BYTES } from '@pontual/contract/media/media.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { newId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log/log.ts';
import { hashFile } from '../hashing/hashing.ts';
import type { MediaService, ReceivedMedia } from '../media.service.ts';
import { createUploadsRepository, type FinishedUpload } from './uploads.repository.ts';
import { protocolError, UploadStore } from './uploads-store.ts';

const UNFINISHED_EXPIRY_MS = 24 * 3_600_000;

export type Uploads = ReturnType<typeof createUploads>;

/** tus 1.0. An upload id begins with the id of its workspace, so the URL alone identifies the owner. */
export function createUploads(deps: {
  database: Database;
  media: MediaService;
  folder: string;
  path: string;
  log: Log;
}) {
  const { database, media, folder, log } = deps;
  const repository = createUploadsRepository(database.db);
  const uploadRequests = new AsyncLocalStorage<UploadRequest>();
  let tusServer: TusServer | undefined;
  const finishing = new Map<string, Promise<void>>();

  /** Many processes never need the folder. */
  async function openServer(): Promise<TusServer> {
    await mkdir(folder, { recursive: true });
    tusServer ??= createTusServer(
      deps,
      () => uploadRequests.getStore()?.workspaceId ?? '',
      finishOnce,
    );
    return tusServer;
  }

  async function finish(store: UploadStore, upload: Upload): Promise<void> {
    const { id, offset: bytes, metadata } = upload;
    const workspaceId = workspaceOf(id) ?? '';
    try {
      const name = metadata?.['filename'] ?? 'Arquivo';
      const received = await media.ingestFinishedUpload(join(folder, id), name);
      await database.inTransaction(async (tx) => {
        await media.insert(tx, workspaceId, received.media);
        const { uploadSha256 } = received;
        const finished = { id, workspaceId, fileId: received.media.id, uploadSha256, bytes };
        await createUploadsRepository(tx).insert(finished);
      });
    } catch (error) {
      // Other errors may be temporary: the upload is processed when a post references it.
      if (error instanceof AppError) await store.discard(id);
      else log.error({ error }, 'an upload could not be taken');
      throw error;
    }
    await store.discard(id);
  }

  /** A client that lost the response may repeat the request during the processing. */
  function finishOnce(store: UploadStore, upload: Upload): Promise<void> {
    const { id } = upload;
    // The processing must not end in a socket timeout.
    uploadRequests.getStore()?.request.socket.setTimeout(0);
    const running = finishing.get(id) ?? finish(store, upload).finally(() => finishing.delete(id));
    finishing.set(id, running);
    return running;
  }

  /** Returns undefined unless all its bytes are on this machine. */
  async function findComplete(store: UploadStore, id: string): Promise<Upload | undefined> {
    const upload = await store.getUpload(id).catch(() => undefined);
    return upload?.offset === upload?.size ? upload : undefined;
  }

  /** Its processing is running, or its process died before. */
  async function resumeFinishing(id: string): Promise<void> {
    const running = finishing.get(id);
    if (running !== undefined) return running;
    const { store } = await openServer();
    const upload = await findComplete(store, id);
    if (upload !== undefined) await finishOnce(store, upload);
  }

  /** @throws AppError UPLOAD_NOT_FOUND, and the errors of a processing that is running */
  async function hashUpload(workspaceId: string, id: string): Promise<string> {
    await finishing.get(id);
    const [finished] = await repository.find(workspaceId, [id]);
    if (finished !== undefined) return finished.sent_sha256;
    const { store } = await openServer();
    if ((await findComplete(store, id)) === undefined) throw new AppError('UPLOAD_NOT_FOUND');
    return (await hashFile(join(folder, id))).sha256;
  }

  /** @throws AppError UPLOAD_NOT_FOUND */
  function checkOwner(workspaceId: string, ids: readonly string[]): void {
    if (ids.some((id) => workspaceOf(id) !== workspaceId)) throw new AppError('UPLOAD_NOT_FOUND');
  }

  return {
    handle: (workspaceId: string, request: IncomingMessage, response: ServerResponse) =>
      uploadRequests.run({ workspaceId, request }, async () =>
        (await openServer()).server.handle(request, response),
      ),

    /** In the given order. @throws AppError UPLOAD_NOT_FOUND, and the errors of processing a complete file */
    async receiveFinished(workspaceId: string, ids: readonly string[]): Promise<ReceivedMedia[]> {
      if (ids.length === 0) return [];
      checkOwner(workspaceId, ids);
      const known = await repository.find(workspaceId, ids);
      const unknown = ids.filter((id) => known.every((one) => one.upload_id !== id));
      for (const id of unknown) await resumeFinishing(id);
      const found = unknown.length === 0 ? known : await repository.find(workspaceId, ids);
      return ids.map((id, index) => {
        const upload = found.find((one) => one.upload_id === id);
        if (upload === undefined) throw new AppError('UPLOAD_NOT_FOUND');
        return toReceivedMedia(upload, { index, of: ids.length });
      });
    },

    /** Of the bytes as they were uploaded, in the given order; also of a file that was refused. */
    async hash(workspaceId: string, ids: readonly string[]): Promise<string[]> {
      checkOwner(workspaceId, ids);
      return Promise.all(ids.map((id) => hashUpload(workspaceId, id)));
    },

    finishedUploadSize: (id: string) => repository.bytesOf(id),

    /** Only on this machine. */
    async discardWorkspaceUploads(workspaceId: string): Promise<void> {
      const { store } = await openServer();
      const names = await readdir(folder);
      const ids = names.filter((name) => workspaceOf(name) === workspaceId);
      for (const id of ids) await store.discard(id);
    },

    async discardUnfinished(): Promise<void> {
      const { server } = await openServer();
      await server.cleanUpExpiredUploads();
    },
  };
}

interface UploadRequest {
  workspaceId: string;
  request: IncomingMessage;
}

interface TusServer {
  store: UploadStore;
  server: Server;
}

function createTusServer(
  { folder, path }: { folder: string; path: string },
  workspaceId: () => string,
  finish: (store: UploadStore, upload: Upload) => Promise<void>,
): TusServer {
  const expirationPeriodInMilliseconds = UNFINISHED_EXPIRY_MS;
  const store = new UploadStore({ directory: folder, expirationPeriodInMilliseconds });
  const server = new Server({
    path,
    relativeLocation: true,
    datastore: store,
    maxSize: MAX_VIDEO_BYTES,
    allowedOrigins: [],
    namingFunction: () => `${workspaceId()}_${newId()}`,
    getFileIdFromRequest: (_request, last) => last,
    async onUploadFinish(_request, upload) {
      await finish(store, upload).catch((error: unknown) => {
        throw protocolError(error);
      });
      return {};
    },
  });
  return { store, server };
}

const uploadName = /^([\da-f-]{36})_[\da-f-]{36}$/;

/** Returns undefined for an invalid id. */
export const workspaceOf = (uploadId: string): string | undefined => uploadName.exec(uploadId)?.[1];

/** With several files, the error names the position of the refused one. */
function toReceivedMedia(
  upload: FinishedUpload,
  { index, of }: { index: number; of: number },
): ReceivedMedia {
  if (upload.state === 'refused' || upload.kind === 'avatar') {
    const message = upload.refusal ?? errorCatalogue.VIDEO_UNFIT.message;
    if (of === 1) throw new AppError('VIDEO_UNFIT', { message });
    throw new AppError('VIDEO_UNFIT', {
      message: `Arquivo ${index + 1} de ${of}: ${message}`,
      fields: { [`uploadIds.${index}`]: message },
    });
  }
  return {
    uploadSha256: upload.sent_sha256,
    media: {
      id: upload.id,
      kind: upload.kind,
      contentType: upload.content_type,
      sha256: upload.sha256,
      thumbnailSha256: upload.thumbnail_sha256,
      coverSha256: upload.cover_sha256,
      bytes: upload.bytes,
      width: upload.width,
      height: upload.height,
      durationMs: upload.duration_ms,
      state: upload.state,
      conversion: upload.conversion,
      source: null,
      isInserted: true,
    },
  };
}
