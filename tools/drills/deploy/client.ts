import { Agent, request, type IncomingMessage } from 'node:http';

export interface RequestCounts {
  sent: number;
  failures: string[];
  ms: number[];
}

const REQUEST_TIMEOUT_MS = 20_000;

export type Client = ReturnType<typeof createClient>;

export function createClient(url: string) {
  const agent = new Agent({ keepAlive: true });
  return {
    async sendCounted(
      counts: RequestCounts,
      token: string,
      clientRequest: ClientRequest,
    ): Promise<string | undefined> {
      counts.sent += 1;
      const begin = performance.now();
      try {
        const { status, text } = await send(url, agent, token, clientRequest);
        counts.ms.push(performance.now() - begin);
        if (status < 300) return text;
        counts.failures.push(
          `${clientRequest.method} ${clientRequest.path}: ${status} ${text.slice(0, 200)}`,
        );
      } catch (error) {
        counts.failures.push(`${clientRequest.method} ${clientRequest.path}: ${String(error)}`);
      }
      return undefined;
    },
    close: () => agent.destroy(),
  };
}

interface ClientRequest {
  method: string;
  path: string;
  form?: FormData;
}

/** Uses `node:http`, because `fetch` retries requests that fail on a reused connection. */
async function send(
  url: string,
  agent: Agent,
  token: string,
  { method, path, form }: ClientRequest,
): Promise<{ status: number; text: string }> {
  const encoded = form === undefined ? undefined : new Response(form);
  const body = encoded === undefined ? undefined : Buffer.from(await encoded.arrayBuffer());
  const type = encoded?.headers.get('content-type');
  const httpRequest = request(`${url}${path}`, {
    method,
    agent,
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    headers: {
      authorization: `Bearer ${token}`,
      'content-length': body?.length ?? 0,
      ...(type == null ? {} : { 'content-type': type }),
    },
  });
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    httpRequest.on('response', resolve);
    httpRequest.on('error', reject);
  });
  httpRequest.end(body);
  const answer = await response;
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer); // no encoding is set
  return { status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() };
}
