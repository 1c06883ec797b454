import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileStore } from '@tus/file-store';
import type { Upload } from '@tus/server';
import { AppError, failureOf } from '../../platform/http/app-error.ts';
import { createHashingSink, discardHash } from '../hashing/hashing.ts';
import { isFullDisk } from '../storage/storage.ts';

export function protocolError(error: unknown): Error {
  const failure = failureOf(error instanceof AppError ? error : new AppError('INTERNAL'));
  return Object.assign(new Error('refused'), {
    status_code: failure.status,
    body: JSON.stringify(failure.body),
  });
}

/** A full disk ends an upload and deletes its files. */
export class UploadStore extends FileStore {
  override async create(upload: Upload): Promise<Upload> {
    return super.create(upload).catch((error: unknown) => this.#give(upload.id, error));
  }

  override async write(received: Readable, id: string, offset: number): Promise<number> {
    const sink = createHashingSink(join(this.directory, id), { flags: 'r+', start: offset });
    await pipeline(received, sink).catch((error: unknown) => this.#give(id, error));
    return offset + sink.bytesWritten;
  }

  override async remove(id: string): Promise<void> {
    discardHash(join(this.directory, id));
    await super.remove(id);
  }

  async discard(id: string): Promise<void> {
    await this.remove(id).catch(() => this.configstore.delete(id)?.catch(() => undefined));
  }

  async #give(id: string, error: unknown): Promise<never> {
    if (!isFullDisk(error)) throw error;
    await this.discard(id);
    throw protocolError(new AppError('STORAGE_FULL'));
  }
}
