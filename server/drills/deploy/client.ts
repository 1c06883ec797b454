import { Agent, request, type IncomingMessage } from 'node:http';

/** What was asked, and how it ended. */
export interface Counted {
  sent: number;
  failures: string[];
  /** Of the answers, in ms. */
  ms: number[];
}

/** Whoever gets no answer for so long has failed. */
const PATIENCE_MS = 20_000;

export type Client = ReturnType<typeof createClient>;

/** People's browsers, as far as they ask: on connections that stay open, and nothing twice. */
export function createClient(url: string) {
  const agent = new Agent({ keepAlive: true });
  return {
    /** One request, its answer read to the end; whatever is no success has failed. */
    async count(counted: Counted, token: string, asked: Asked): Promise<string | undefined> {
      counted.sent += 1;
      const begin = performance.now();
      try {
        const { status, text } = await send(url, agent, token, asked);
        counted.ms.push(performance.now() - begin);
        if (status < 300) return text;
        counted.failures.push(`${asked.method} ${asked.path}: ${status} ${text.slice(0, 200)}`);
      } catch (error) {
        counted.failures.push(`${asked.method} ${asked.path}: ${String(error)}`);
      }
      return undefined;
    },
    close: () => agent.destroy(),
  };
}

interface Asked {
  method: string;
  path: string;
  form?: FormData;
}

/** By `node:http`, which asks once: `fetch` repeats what fails on a connection that was open. */
async function send(
  url: string,
  agent: Agent,
  token: string,
  { method, path, form }: Asked,
): Promise<{ status: number; text: string }> {
  const encoded = form === undefined ? undefined : new Response(form);
  const body = encoded === undefined ? undefined : Buffer.from(await encoded.arrayBuffer());
  const type = encoded?.headers.get('content-type');
  const sending = request(`${url}${path}`, {
    method,
    agent,
    signal: AbortSignal.timeout(PATIENCE_MS),
    headers: {
      authorization: `Bearer ${token}`,
      'content-length': body?.length ?? 0,
      ...(type == null ? {} : { 'content-type': type }),
    },
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sending.on('response', resolve);
    sending.on('error', reject);
  });
  sending.end(body);
  const answer = await answered;
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer); // no encoding is set
  return { status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() };
}
