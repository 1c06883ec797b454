import { createHash, type Hash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { HashingAnswer, HashingMessage } from './hashing.ts';

// The thread in which files are hashed, most of them while they are still being written.

interface Begun {
  hash: Hash;
  bytes: number;
}

const begun = new Map<string, Begun>();
const piece = Buffer.allocUnsafeSlow(256 * 1024);

function readOn(path: string, upTo: number): Begun {
  const reading = begun.get(path) ?? { hash: createHash('sha256'), bytes: 0 };
  begun.set(path, reading);
  const file = openSync(path, 'r');
  try {
    while (reading.bytes < upTo) {
      const wanted = Math.min(piece.length, upTo - reading.bytes);
      const read = readSync(file, piece, 0, wanted, reading.bytes);
      if (read === 0) break;
      reading.hash.update(piece.subarray(0, read));
      reading.bytes += read;
    }
  } finally {
    closeSync(file);
  }
  return reading;
}

function contentOf(path: string): HashingAnswer {
  try {
    const { hash, bytes } = readOn(path, Infinity);
    return { content: { sha256: hash.digest('hex'), bytes } };
  } catch (error) {
    return { error };
  } finally {
    begun.delete(path);
  }
}

parentPort?.on('message', (message: HashingMessage) => {
  const { path } = message;
  switch (message.kind) {
    case 'tell':
      parentPort?.postMessage({ path, ...contentOf(path) });
      return;
    case 'forget':
      begun.delete(path);
      return;
    case 'read':
      try {
        readOn(path, message.upTo);
      } catch {
        // Whoever asks for the whole of it hears what is wrong.
        begun.delete(path);
      }
  }
});
