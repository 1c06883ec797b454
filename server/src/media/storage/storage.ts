import type { Readable } from 'node:stream';

/** Bytes by their SHA-256 (hex): equal content is one object. */
export interface MediaStorage {
  /**
   * Stores a file atomically and removes it from its path. It is durable when the promise resolves; storing
   * existing content has no effect. The caller provides the hash, because reading the file again would cost
   * as much as receiving it.
   * @throws StorageFullError
   */
  put(sha256: string, path: string): Promise<void>;
  /** Size in bytes, or undefined when the object does not exist. */
  size(sha256: string): Promise<number | undefined>;
  /** Reads the bytes from `start` to `end`, both inclusive. */
  read(sha256: string, range: { start: number; end: number }): Promise<Readable>;
  /**
   * Provides an object as a local, read-only file while `act` runs.
   * Returns undefined when the object does not exist.
   */
  withLocalFile<T>(sha256: string, act: (path: string) => Promise<T>): Promise<T | undefined>;
  /** Deletes an object; a missing object is no error. */
  remove(sha256: string): Promise<void>;
  /** Throws when the storage is not writable. */
  check(): Promise<void>;
}

/** The storage is full; nothing was stored. */
export class StorageFullError extends Error {}

const FULL_DISK_CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

/** Returns true for the error of a full disk. */
export const isFullDisk = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && FULL_DISK_CODES.has(error.code);
