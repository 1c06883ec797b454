import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';

interface CutRule {
  matches(request: Buffer): boolean;
  /** `before`: the request never arrives. `after`: the request arrives and its response is lost. */
  when: 'before' | 'after';
  name: string;
}

export type Proxy = Awaited<ReturnType<typeof startProxy>>;

export async function startProxy(target: { host: string; port: number }) {
  const armedCuts: CutRule[] = [];
  const hits = new Map<string, number>();
  const sockets = new Set<Socket>();

  function takeCut(request: Buffer): CutRule | undefined {
    const index = armedCuts.findIndex((cut) => cut.matches(request));
    const [cut] = index === -1 ? [] : armedCuts.splice(index, 1);
    if (cut !== undefined) hits.set(cut.name, (hits.get(cut.name) ?? 0) + 1);
    return cut;
  }

  const server = createServer((client) => {
    const upstream = connect(target);
    let isResponseLost = false;
    const closeBoth = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      socket.setNoDelay(true);
      sockets.add(socket);
      socket.on('error', closeBoth);
      socket.on('close', () => {
        sockets.delete(socket);
        closeBoth();
      });
    }
    client.on('data', (chunk) => {
      const cut = armedCuts.length === 0 ? undefined : takeCut(chunk);
      if (cut?.when === 'before') return closeBoth();
      if (cut?.when === 'after') isResponseLost = true;
      if (!upstream.write(chunk)) {
        client.pause();
        upstream.once('drain', () => client.resume());
      }
    });
    upstream.on('data', (chunk) => {
      if (isResponseLost) return closeBoth();
      if (!client.write(chunk)) {
        upstream.pause();
        client.once('drain', () => upstream.resume());
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    port: (server.address() as AddressInfo).port,
    arm: (cut: CutRule) => void armedCuts.push(cut),
    disarm: () => void armedCuts.splice(0),
    hits,
    async close(): Promise<void> {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

/** Returns whether the request is a commit, which `pg` sends as a simple query of its own. */
export const isCommit = (request: Buffer): boolean =>
  request[0] === 0x51 && request.toString('latin1', 5, 11).toLowerCase() === 'commit';

const matchCall =
  (pattern: RegExp) =>
  (request: Buffer): boolean =>
    pattern.test(request.toString('latin1', 0, 200).split('\r\n')[0] ?? '');
export const calls = {
  publish: matchCall(/^POST \/v[\d.]+\/\d+\/media_publish/),
  create: matchCall(/^POST \/v[\d.]+\/\d+\/media /),
  read: matchCall(/^GET \/v[\d.]+\//),
} as const;
