import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** A process that takes uploads, as the bench sees it from outside. */
export interface ServingProcess {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** As start.js starts a web process. */
const flags = { web: ['--max-semi-space-size=1'], floor: [] };

/** Starts the product's web process, or the floor, with these variables alone. */
export async function startServing(
  name: 'web' | 'floor',
  variables: Record<string, string>,
  profileDir?: string,
): Promise<ServingProcess> {
  const profile = profileDir === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileDir}`];
  const port = await freePort();
  const child = fork(new URL(`${name}.process.ts`, import.meta.url), {
    env: { ...variables, PORT: String(port) },
    execArgv: ['--disable-warning=ExperimentalWarning', ...flags[name], ...profile],
  });
  const exit = once(child, 'exit');
  const kill = () => void child.kill('SIGTERM');
  // Whoever interrupts the bench ends this process: the uploads fail, and the bench cleans up.
  process.once('SIGINT', kill);
  const stop = async () => {
    process.off('SIGINT', kill);
    kill();
    await exit;
  };
  await Promise.race([once(child, 'message'), exit]);
  const { pid } = child;
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) {
    await stop();
    throw new Error(`the process ${name} did not start`);
  }
  return { url: `http://127.0.0.1:${port}`, pid, stop };
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await once(server.close(), 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
