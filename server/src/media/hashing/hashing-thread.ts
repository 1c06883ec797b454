import { createHash, type Hash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { HashingResult, HashingMessage } from './hashing.ts';

// Hashes files, most of them while they are still being written.

interface HashState {
  hash: Hash;
  bytes: number;
}

const hashStates = new Map<string, HashState>();
const chunk = Buffer.allocUnsafeSlow(256 * 1024);

function hashUpTo(path: string, upTo: number): HashState {
  const reading = hashStates.get(path) ?? { hash: createHash('sha256'), bytes: 0 };
  hashStates.set(path, reading);
  const file = openSync(path, 'r');
  try {
    while (reading.bytes < upTo) {
      const chunkBytes = Math.min(chunk.length, upTo - reading.bytes);
      const read = readSync(file, chunk, 0, chunkBytes, reading.bytes);
      if (read === 0) break;
      reading.hash.update(chunk.subarray(0, read));
      reading.bytes += read;
    }
  } finally {
    closeSync(file);
  }
  return reading;
}

function finishHash(path: string): HashingResult {
  try {
    const { hash, bytes } = hashUpTo(path, Infinity);
    return { content: { sha256: hash.digest('hex'), bytes } };
  } catch (error) {
    return { error };
  } finally {
    hashStates.delete(path);
  }
}

parentPort?.on('message', (message: HashingMessage) => {
  const { path } = message;
  switch (message.kind) {
    case 'tell':
      parentPort?.postMessage({ path, ...finishHash(path) });
      return;
    case 'forget':
      hashStates.delete(path);
      return;
    case 'read':
      try {
        hashUpTo(path, message.upTo);
      } catch {
        // The final request for the hash reports the error.
        hashStates.delete(path);
      }
  }
});
