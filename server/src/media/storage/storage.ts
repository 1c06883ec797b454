import type { Readable } from 'node:stream';

/** Bytes by their SHA-256 (hex): equal content is one object. */
export interface MediaStorage {
  /**
   * Atomic; durable when it resolves; removes the file from its path. The caller provides the hash, because
   * reading the file again would cost as much as receiving it. @throws StorageFullError
   */
  put(sha256: string, path: string): Promise<void>;
  /** In bytes; undefined: the object does not exist. */
  size(sha256: string): Promise<number | undefined>;
  /** Both inclusive. */
  read(sha256: string, range: { start: number; end: number }): Promise<Readable>;
  /** The file is local and read-only while `act` runs. Returns undefined when there is no object. */
  withLocalFile<T>(sha256: string, act: (path: string) => Promise<T>): Promise<T | undefined>;
  /** A missing object is no error. */
  remove(sha256: string): Promise<void>;
  /** Throws when the storage is not writable. */
  check(): Promise<void>;
}

export class StorageFullError extends Error {}

const FULL_DISK_CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

export const isFullDisk = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && FULL_DISK_CODES.has(error.code);
