import { Readable } from 'node:stream';
import { newId } from '../../platform/ids.ts';
import type { FetchedMedia, MediaFetcher } from './media.ts';

export interface MultipartForm {
  contentType: string;
  stream: Readable;
}

export function createForm(
  fields: Readonly<Record<string, unknown>>,
  urls: readonly string[],
  fetchMedia: MediaFetcher,
): MultipartForm {
  const boundary = `pontual-${newId()}`;
  async function* parts(): AsyncGenerator<string | Buffer> {
    for (const [name, value] of Object.entries(fields)) {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      yield `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"\r\n\r\n${text}\r\n`;
    }
    for (const url of urls) {
      const media = await fetchMedia(url);
      yield `--${boundary}\r\n${headOf(media)}\r\n\r\n`;
      // Fetching pauses while the body is not read. A response without an encoding yields buffers.
      for await (const chunk of media.stream) yield chunk as Buffer;
      yield '\r\n';
    }
    yield `--${boundary}--\r\n`;
  }
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    stream: Readable.from(parts(), { objectMode: false }),
  };
}

const headOf = ({ name }: FetchedMedia) =>
  `content-disposition: form-data; name="media"; filename="${quoted(name)}"\r\ncontent-type: application/octet-stream`;

const quoted = (name: string) =>
  name.replace(/["\r\n]/g, (character) => encodeURIComponent(character));
