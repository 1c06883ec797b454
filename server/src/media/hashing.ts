import { createWriteStream, type WriteStream } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** What a file is: the SHA-256 (hex) of its bytes, and how many they are. */
export interface Content {
  sha256: string;
  bytes: number;
}

/** What the thread is asked of a file: to read on so far, to tell its content, or to forget it. */
export type HashingMessage =
  | { kind: 'read'; path: string; upTo: number }
  | { kind: 'tell' | 'forget'; path: string };
export type HashingAnswer = { content: Content } | { error: unknown };

/** Written at once: each call of the disk costs more than the bytes of a small piece. */
const PIECE_BYTES = 256 * 1024;
/** Written before it is hashed, at least. */
const STEP_BYTES = 4 * 1024 * 1024;

interface Asking {
  settle(answer: HashingAnswer): void;
}

/** One thread for the whole process, begun when it is first needed: it keeps nobody from ending. */
let thread: Worker | undefined;
const asking = new Map<string, Asking[]>();

function tell(message: HashingMessage): void {
  thread ??= begin();
  thread.postMessage(message);
}

function begin(): Worker {
  const begun = new Worker(new URL('./hashing.thread.ts', import.meta.url));
  begun.unref();
  begun.on('message', ({ path, ...answer }: HashingAnswer & { path: string }) => {
    const [first, ...others] = asking.get(path) ?? [];
    if (others.length === 0) asking.delete(path);
    else asking.set(path, others);
    first?.settle(answer);
    if (asking.size === 0) begun.unref();
  });
  begun.on('error', (error) => {
    thread = undefined;
    const waiting = [...asking.values()].flat();
    asking.clear();
    for (const { settle } of waiting) settle({ error });
  });
  return begun;
}

/**
 * The content of a file that is whole. What `createSink` has written of it is mostly hashed by now.
 * @throws what reading it throws
 */
export function contentOf(path: string): Promise<Content> {
  return new Promise((resolve, reject) => {
    const settle = (answer: HashingAnswer) =>
      'content' in answer ? resolve(answer.content) : reject(answer.error);
    asking.set(path, [...(asking.get(path) ?? []), { settle }]);
    tell({ kind: 'tell', path });
    thread?.ref();
  });
}

/** What was written of a file will never be whole. */
export const forgetContent = (path: string): void => {
  if (thread !== undefined) tell({ kind: 'forget', path });
};

/**
 * Takes what arrives in small pieces and writes it in large ones, from `start` on. It is hashed
 * meanwhile, in a thread: nobody waits for that at the end.
 */
export function createSink(
  path: string,
  { start = 0, ...options }: { flags?: string; start?: number } = {},
): WriteStream {
  const sink = createWriteStream(path, { ...options, start, highWaterMark: PIECE_BYTES });
  let told = start;
  sink.on('drain', () => {
    const written = start + sink.bytesWritten;
    if (written - told < STEP_BYTES) return;
    told = written;
    tell({ kind: 'read', path, upTo: written });
  });
  sink.on('error', () => forgetContent(path));
  return sink;
}
