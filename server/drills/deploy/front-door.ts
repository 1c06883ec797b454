import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

/** As operations/Caddyfile asks. */
const LOOK_MS = 1000;
const PATIENCE_MS = 3000;
/** Once could be a busy machine's silence. */
const FAILS = 2;
/** Of one connection, and so nobody else's business. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/** Whether requests are sent there. */
interface Backend {
  isIn: boolean;
}

/**
 * A proxy that sends each request to the next process that says at /readyz?for=web that it is ready. It asks
 * once a second, believes the second no, and repeats nothing: what a process that leaves cuts off, fails.
 */
export async function openFrontDoor(port: number) {
  const backends = new Map<number, Backend>();
  // Connections stay open, as those of real proxies do.
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const closing = new AbortController();
  const absences: string[] = [];

  const server = createServer((asked, answer) => {
    const ready = [...backends].filter(([, { isIn }]) => isIn);
    turn += 1;
    const [chosen] = ready[turn % Math.max(1, ready.length)] ?? [];
    if (chosen === undefined) answer.writeHead(503).end();
    else passOn(asked, answer, chosen, agent);
  });
  // A browser's connection that the door closes as it is used would count as a failure of the product's.
  server.keepAliveTimeout = 0;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');

  async function watch(port: number, backend: Backend): Promise<void> {
    let fails = FAILS;
    while (!closing.signal.aborted && backends.get(port) === backend) {
      const trouble = await troubleOf(port);
      fails = trouble === undefined ? 0 : fails + 1;
      if (backend.isIn && fails === FAILS) absences.push(`${port}: ${trouble}`);
      backend.isIn = fails < FAILS;
      await wait(LOOK_MS);
    }
  }

  return {
    /** Who was sent nothing for a while, and what they had said. */
    absences,
    /** Sends requests there once it is ready; waits until then. */
    async add(port: number): Promise<void> {
      const backend = { isIn: false };
      backends.set(port, backend);
      void watch(port, backend);
      while (!backend.isIn) await wait(LOOK_MS / 4);
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
const troubleOf = (port: number): Promise<string | undefined> =>
  fetch(`http://127.0.0.1:${port}/readyz?for=web`, {
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).then(
    async (answer) => (answer.ok ? undefined : answer.text()),
    (error: unknown) => String(error),
  );

const withoutHops = (headers: IncomingMessage['headers']) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)));

function passOn(asked: IncomingMessage, answer: ServerResponse, port: number, agent: Agent): void {
  const passed = request({
    host: '127.0.0.1',
    port,
    agent,
    method: asked.method,
    path: asked.url,
    headers: withoutHops(asked.headers),
  });
  passed.on('response', (answered) => {
    answer.writeHead(answered.statusCode ?? 502, withoutHops(answered.headers));
    // Whoever listens to events hears that they began.
    answer.flushHeaders();
    answered.on('error', () => answer.destroy());
    answered.pipe(answer);
  });
  passed.on('error', () => {
    if (answer.headersSent) answer.destroy();
    else answer.writeHead(502).end();
  });
  answer.on('close', () => passed.destroy());
  asked.pipe(passed);
}
