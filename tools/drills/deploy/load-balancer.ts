import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

/** The values of operations/Caddyfile. */
const CHECK_INTERVAL_MS = 1000;
const CHECK_TIMEOUT_MS = 3000;
/** One failure may come from a busy machine. */
const MAX_FAILURES = 2;
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding']);

interface Backend {
  isHealthy: boolean;
}

/**
 * Serves processes whose /readyz?for=web returns 200, until the second failed check. It retries no request,
 * so a connection that an ending process breaks fails.
 */
export async function startLoadBalancer(port: number) {
  const backends = new Map<number, Backend>();
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const closing = new AbortController();
  const outages: string[] = [];

  const server = createServer((incoming, outgoing) => {
    const ready = [...backends].filter(([, { isHealthy }]) => isHealthy);
    turn += 1;
    const [chosen] = ready[turn % Math.max(1, ready.length)] ?? [];
    if (chosen === undefined) outgoing.writeHead(503).end();
    else forward(incoming, outgoing, chosen, agent);
  });
  // A connection that the proxy closes during its reuse would count as a failure of the product.
  server.keepAliveTimeout = 0;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');

  async function checkHealth(port: number, backend: Backend): Promise<void> {
    let fails = MAX_FAILURES;
    while (!closing.signal.aborted && backends.get(port) === backend) {
      const failure = await findFailure(port);
      fails = failure === undefined ? 0 : fails + 1;
      if (backend.isHealthy && fails === MAX_FAILURES) outages.push(`${port}: ${failure}`);
      backend.isHealthy = fails < MAX_FAILURES;
      await wait(CHECK_INTERVAL_MS);
    }
  }

  return {
    outages,
    async add(port: number): Promise<void> {
      const backend = { isHealthy: false };
      backends.set(port, backend);
      void checkHealth(port, backend);
      while (!backend.isHealthy) await wait(CHECK_INTERVAL_MS / 4);
    },
    remove: (port: number) => void backends.delete(port),
    async close(): Promise<void> {
      closing.abort();
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const findFailure = (port: number): Promise<string | undefined> =>
  fetch(`http://127.0.0.1:${port}/readyz?for=web`, {
    signal: AbortSignal.timeout(CHECK_TIMEOUT_MS),
  }).then(
    async (outgoing) => (outgoing.ok ? undefined : outgoing.text()),
    (error: unknown) => String(error),
  );

const withoutHops = (headers: IncomingMessage['headers']) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)));

function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  port: number,
  agent: Agent,
): void {
  const upstreamRequest = request({
    host: '127.0.0.1',
    port,
    agent,
    method: incoming.method,
    path: incoming.url,
    headers: withoutHops(incoming.headers),
  });
  upstreamRequest.on('response', (upstreamResponse) => {
    outgoing.writeHead(upstreamResponse.statusCode ?? 502, withoutHops(upstreamResponse.headers));
    // A client of server-sent events needs the headers at once.
    outgoing.flushHeaders();
    upstreamResponse.on('error', () => outgoing.destroy());
    upstreamResponse.pipe(outgoing);
  });
  upstreamRequest.on('error', () => {
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502).end();
  });
  outgoing.on('close', () => upstreamRequest.destroy());
  incoming.pipe(upstreamRequest);
}
