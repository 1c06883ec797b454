import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { newId } from '@pontual/server/platform/ids.ts';

export interface BenchRequest {
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  headers?: Record<string, string>;
  body?: Buffer;
  /** Sends the ETag of the user's last response from this URL, as the web app does. */
  isRevalidated?: boolean;
}

export interface BenchResponse {
  ms: number;
  /** Size of the body as transferred, in bytes. */
  bytes: number;
}

const agent = new Agent({ keepAlive: true });
const ENCODINGS = 'gzip, deflate, br, zstd';

async function openRequest({ method, url, headers, body }: BenchRequest): Promise<IncomingMessage> {
  const httpRequest = request(url, {
    method,
    agent,
    headers: { ...headers, 'content-length': body?.length ?? 0 },
  });
  httpRequest.end(body);
  const [answer] = (await once(httpRequest, 'response')) as [IncomingMessage];
  return answer;
}

/** The ETag of the last response to each user's GET request, as the web app keeps them. */
const etags = new Map<string, string>();

export async function sendRequest(benchRequest: BenchRequest): Promise<BenchResponse> {
  const begin = performance.now();
  const key = `${benchRequest.method} ${benchRequest.url} ${benchRequest.headers?.['authorization']}`;
  const etag = benchRequest.isRevalidated === true ? etags.get(key) : undefined;
  const answer = await openRequest({
    ...benchRequest,
    headers: {
      ...benchRequest.headers,
      'accept-encoding': ENCODINGS,
      ...(etag === undefined ? {} : { 'if-none-match': etag }),
    },
  });
  if (answer.headers.etag !== undefined) etags.set(key, answer.headers.etag);
  let bytes = 0;
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  await once(answer, 'end');
  const isUnmodified = answer.statusCode === 304 && etag !== undefined;
  if ((answer.statusCode ?? 500) >= 300 && !isUnmodified) {
    throw new Error(`${benchRequest.method} ${benchRequest.url}: ${answer.statusCode}`);
  }
  return { ms: performance.now() - begin, bytes };
}

export async function readText(
  benchRequest: BenchRequest,
): Promise<{ text: string; bytes: number }> {
  const body = await buffer(await openRequest(benchRequest));
  return { text: body.toString(), bytes: body.length };
}

export interface FormFile {
  filename: string;
  type: string;
  bytes: Buffer;
}

export function buildForm(
  fields: Record<string, string>,
  files: readonly FormFile[] = [],
): Pick<BenchRequest, 'headers' | 'body'> {
  const boundary = newId();
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const fileParts = files.flatMap(({ filename, type, bytes }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="media"; filename="${filename}"\r\n` +
        `content-type: ${type}\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n'),
  ]);
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([
      Buffer.from(parts.join('')),
      ...fileParts,
      Buffer.from(`--${boundary}--\r\n`),
    ]),
  };
}
