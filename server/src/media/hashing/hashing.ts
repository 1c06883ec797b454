import { createWriteStream, type WriteStream } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** `sha256` in hex. */
export interface FileHash {
  sha256: string;
  bytes: number;
}

export type HashingMessage =
  | { kind: 'read'; path: string; upTo: number }
  | { kind: 'tell' | 'forget'; path: string };
export type HashingResult = { content: FileHash } | { error: unknown };

/** Each disk call costs more than the bytes of a small chunk. */
const CHUNK_BYTES = 256 * 1024;
const STEP_BYTES = 4 * 1024 * 1024;

interface PendingHash {
  settle(answer: HashingResult): void;
}

/** One per process; it does not keep the process alive. */
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

/** @throws the error of reading the file */
export function hashFile(path: string): Promise<FileHash> {
  return new Promise((resolve, reject) => {
    const settle = (answer: HashingResult) =>
      'content' in answer ? resolve(answer.content) : reject(answer.error);
    pendingHashes.set(path, [...(pendingHashes.get(path) ?? []), { settle }]);
    postToThread({ kind: 'tell', path });
    thread?.ref();
  });
}

export const discardHash = (path: string): void => {
  if (thread !== undefined) postToThread({ kind: 'forget', path });
};

/** Collects small chunks and writes large ones from the offset `start` on; a thread hashes them. */
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
