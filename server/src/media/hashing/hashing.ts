import { createWriteStream, type WriteStream } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** The SHA-256 (hex) of a file and its size in bytes. */
export interface FileHash {
  sha256: string;
  bytes: number;
}

/** Messages to the thread: hash a file up to an offset, return its hash, or discard it. */
export type HashingMessage =
  | { kind: 'read'; path: string; upTo: number }
  | { kind: 'tell' | 'forget'; path: string };
export type HashingResult = { content: FileHash } | { error: unknown };

/** Bytes per write, because each disk call costs more than the bytes of a small chunk. */
const CHUNK_BYTES = 256 * 1024;
/** Bytes that are written before the thread hashes them. */
const STEP_BYTES = 4 * 1024 * 1024;

interface PendingHash {
  settle(answer: HashingResult): void;
}

/** One thread per process, started on first use; it does not keep the process alive. */
let thread: Worker | undefined;
const pendingHashes = new Map<string, PendingHash[]>();

function postToThread(message: HashingMessage): void {
  thread ??= startThread();
  thread.postMessage(message);
}

function startThread(): Worker {
  const worker = new Worker(new URL('./hashing-thread.ts', import.meta.url));
  worker.unref();
  worker.on('message', ({ path, ...answer }: HashingResult & { path: string }) => {
    const [first, ...others] = pendingHashes.get(path) ?? [];
    if (others.length === 0) pendingHashes.delete(path);
    else pendingHashes.set(path, others);
    first?.settle(answer);
    if (pendingHashes.size === 0) worker.unref();
  });
  worker.on('error', (error) => {
    thread = undefined;
    const waiting = [...pendingHashes.values()].flat();
    pendingHashes.clear();
    for (const { settle } of waiting) settle({ error });
  });
  return worker;
}

/**
 * Returns the hash and size of a complete file. Data written through `createHashingSink` is mostly hashed
 * already.
 * @throws the error of reading the file
 */
export function hashFile(path: string): Promise<FileHash> {
  return new Promise((resolve, reject) => {
    const settle = (answer: HashingResult) =>
      'content' in answer ? resolve(answer.content) : reject(answer.error);
    pendingHashes.set(path, [...(pendingHashes.get(path) ?? []), { settle }]);
    postToThread({ kind: 'tell', path });
    thread?.ref();
  });
}

/** Discards the hash of a file that will never be complete. */
export const discardHash = (path: string): void => {
  if (thread !== undefined) postToThread({ kind: 'forget', path });
};

/**
 * Returns a stream that collects small chunks and writes large ones, from the offset `start` on. A thread
 * hashes the data meanwhile, so that little remains at the end.
 */
export function createHashingSink(
  path: string,
  { start = 0, ...options }: { flags?: string; start?: number } = {},
): WriteStream {
  const sink = createWriteStream(path, { ...options, start, highWaterMark: CHUNK_BYTES });
  let reportedBytes = start;
  sink.on('drain', () => {
    const written = start + sink.bytesWritten;
    if (written - reportedBytes < STEP_BYTES) return;
    reportedBytes = written;
    postToThread({ kind: 'read', path, upTo: written });
  });
  sink.on('error', () => discardHash(path));
  return sink;
}
