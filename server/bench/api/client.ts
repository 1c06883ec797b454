import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { newId } from '../../src/ids.ts';

export interface Asked {
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  headers?: Record<string, string>;
  body?: Buffer;
}

export interface Answered {
  ms: number;
  /** Of the body, as it came over the wire. */
  bytes: number;
}

/** As browsers have them: a few connections that stay open. */
const agent = new Agent({ keepAlive: true });
/** What a browser takes. */
const ENCODINGS = 'gzip, deflate, br, zstd';

async function send({ method, url, headers, body }: Asked): Promise<IncomingMessage> {
  const sending = request(url, {
    method,
    agent,
    headers: { ...headers, 'content-length': body?.length ?? 0 },
  });
  sending.end(body);
  const [answer] = (await once(sending, 'response')) as [IncomingMessage];
  return answer;
}

/** One request, its answer read to the end and thrown away. */
export async function ask(asked: Asked): Promise<Answered> {
  const begin = performance.now();
  const headers = { ...asked.headers, 'accept-encoding': ENCODINGS };
  const answer = await send({ ...asked, headers });
  let bytes = 0;
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  await once(answer, 'end');
  if ((answer.statusCode ?? 500) >= 300) {
    throw new Error(`${asked.method} ${asked.url}: ${answer.statusCode}`);
  }
  return { ms: performance.now() - begin, bytes };
}

/** What is answered, for people: not encoded. */
export async function read(asked: Asked): Promise<{ text: string; bytes: number }> {
  const body = await buffer(await send(asked));
  return { text: body.toString(), bytes: body.length };
}

export interface SentFile {
  filename: string;
  type: string;
  bytes: Buffer;
}

/** A multipart form, its files last and in their order. */
export function formOf(
  fields: Record<string, string>,
  files: readonly SentFile[] = [],
): Pick<Asked, 'headers' | 'body'> {
  const boundary = newId();
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const sent = files.flatMap(({ filename, type, bytes }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="media"; filename="${filename}"\r\n` +
        `content-type: ${type}\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n'),
  ]);
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(parts.join('')), ...sent, Buffer.from(`--${boundary}--\r\n`)]),
  };
}
