import type { Readable } from 'node:stream';

/** Bytes by their SHA-256 (hex): equal content is one object. */
export interface MediaStorage {
  /**
   * Keeps a file's bytes, whole or not at all, and takes the file away. Durable when it resolves;
   * storing what is there already changes nothing. Whoever puts a file has hashed it as it was
   * written: to read it once more would cost as much as receiving it.
   * @throws StorageFullError
   */
  put(sha256: string, path: string): Promise<void>;
  /** Size in bytes, or undefined when there is no such object. */
  size(sha256: string): Promise<number | undefined>;
  /** The bytes from `start` to `end`, both included. */
  read(sha256: string, range: { start: number; end: number }): Promise<Readable>;
  /**
   * Lets a program that reads files have an object as one, for so long as `act` takes; it may only
   * be read. Undefined when there is no such object.
   */
  withLocalFile<T>(sha256: string, act: (path: string) => Promise<T>): Promise<T | undefined>;
  /** Deletes an object; one that is not there is deleted already. */
  remove(sha256: string): Promise<void>;
  /** Throws when the storage cannot be written to. */
  check(): Promise<void>;
}

/** There is no room left; nothing was kept. */
export class StorageFullError extends Error {}

const FULL_DISK_CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

/** Whether a disk said that it has no room. */
export const isFullDisk = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && FULL_DISK_CODES.has(error.code);
