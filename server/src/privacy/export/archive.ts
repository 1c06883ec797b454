import { addAbortSignal, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export type Archive = ReturnType<typeof createArchive>;

/**
 * A ZIP that is written while it is read: one entry after the other, and no faster than whoever reads
 * it. Its directory comes last, so one that broke off opens nowhere as if it were whole.
 */
export function createArchive(mtime: Date) {
  const zip = new ZipFile();
  const stream = zip.outputStream;
  // The types do not say that it can be destroyed; yazl makes a PassThrough.
  if (!(stream instanceof Readable)) throw new Error('the archive is no stream of Node');
  const closing = new AbortController();
  stream.once('close', () => closing.abort());
  zip.on('error', (error: Error) => stream.destroy(error));

  /** Ends when all of it has been read, and throws when it cannot be, or nobody reads any more. */
  async function add(name: string, content: Readable, size: number | undefined): Promise<void> {
    addAbortSignal(closing.signal, content);
    const read = finished(content, { writable: false });
    const options = size === undefined ? { mtime } : { mtime, size, compress: false };
    zip.addReadStreamLazy(name, options, (callback) => callback(null, content));
    await read;
  }

  return {
    stream,
    /** Text is compressed. */
    addText: (name: string, text: Iterable<string> | AsyncIterable<string>): Promise<void> =>
      add(name, Readable.from(text, { objectMode: false }), undefined),
    /** A file that is compressed already; content of any other size than this breaks the archive off. */
    addFile: (name: string, size: number, content: Readable): Promise<void> =>
      add(name, content, size),
    end: () => zip.end(),
    /** Whoever reads it is told that this is not all. */
    abort: (reason: Error) => void stream.destroy(reason),
  };
}
