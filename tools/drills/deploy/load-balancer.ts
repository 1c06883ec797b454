import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

/** As operations/Caddyfile asks. */
const CHECK_INTERVAL_MS = 1000;
const CHECK_TIMEOUT_MS = 3000;
/** Once could be a busy machine's silence. */
const MAX_FAILURES = 2;
/** Of one connection, and so nobody else's business. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/** Whether requests are sent there. */
interface Backend {
  isHealthy: boolean;
}

/**
 * A proxy that sends each request to the next process that says at /readyz?for=web that it is ready. It asks
 * once a second, believes the second no, and repeats nothing: what a process that leaves cuts off, fails.
 */
export async function startLoadBalancer(port: number) {
  const backends = new Map<number, Backend>();
  // Connections stay open, as those of real proxies do.
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
  // A browser's connection that the door closes as it is used would count as a failure of the product's.
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
    /** Who was sent nothing for a while, and what they had said. */
    outages,
    /** Sends requests there once it is ready; waits until then. */
    async add(port: number): Promise<void> {
      const backend = { isHealthy: false };
      backends.set(port, backend);
      void checkHealth(port, backend);
      while (!backend.isHealthy) await wait(CHECK_INTERVAL_MS / 4);
    },
    /** Once its process has ended: nobody is asked there any more. */
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

/** What a process says against being sent requests; undefined while nothing. */
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
    // Whoever listens to events hears that they began.
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
