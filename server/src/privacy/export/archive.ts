import { addAbortSignal, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export type Archive = ReturnType<typeof createArchive>;

/** The central directory comes last, so a truncated archive does not open. */
export function createArchive(mtime: Date) {
  const zip = new ZipFile();
  const stream = zip.outputStream;
  // The stream is a PassThrough, which the types of yazl do not say.
  if (!(stream instanceof Readable)) throw new Error('the archive is no stream of Node');
  const closing = new AbortController();
  stream.once('close', () => closing.abort());
  zip.on('error', (error: Error) => stream.destroy(error));

  /** Resolves once the content is read; rejects if reading it fails or the reader has gone. */
  async function add(name: string, content: Readable, size: number | undefined): Promise<void> {
    addAbortSignal(closing.signal, content);
    const read = finished(content, { writable: false });
    const options = size === undefined ? { mtime } : { mtime, size, compress: false };
    zip.addReadStreamLazy(name, options, (callback) => callback(null, content));
    await read;
  }

  return {
    stream,
    addText: (name: string, text: Iterable<string> | AsyncIterable<string>): Promise<void> =>
      add(name, Readable.from(text, { objectMode: false }), undefined),
    /** Content of another size than `size` breaks the archive off. */
    addFile: (name: string, size: number, content: Readable): Promise<void> =>
      add(name, content, size),
    end: () => zip.end(),
    /** The reader learns that the archive is incomplete. */
    abort: (reason: Error) => void stream.destroy(reason),
  };
}
