import { fork } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from './free-port.ts';
import { SECRET_KEYS } from './world.ts';

/** Nobody answers here: of the outside world nothing is asked. */
const UNREACHABLE_URL = 'http://127.0.0.1:9';

export type ServerProcess = Awaited<ReturnType<typeof startServerProcess>>;

/**
 * The product in a process of its own, ready to be asked; `variables` are those of its environment, beside
 * what every process needs.
 */
export async function startServerProcess(variables: Record<string, string>) {
  const port = variables['PORT'] ?? String(await freePort());
  const child = fork(new URL('server-process.ts', import.meta.url), {
    env: {
      PORT: port,
      SECRET_KEYS,
      META_GRAPH_URL: UNREACHABLE_URL,
      META_DIALOG_URL: UNREACHABLE_URL,
      META_APP_ID: 'test',
      META_APP_SECRET: 'test',
      GOOGLE_ISSUER: UNREACHABLE_URL,
      GOOGLE_CLIENT_ID: 'test',
      GOOGLE_CLIENT_SECRET: 'test',
      STRIPE_API_URL: UNREACHABLE_URL,
      STRIPE_SECRET_KEY: 'test',
      STRIPE_WEBHOOK_SECRET: 'test',
      SMTP_URL: 'smtp://127.0.0.1:9',
      LOG_LEVEL: 'silent',
      ...variables,
    },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => (output += String(chunk)));
  }
  const exit = once(child, 'close') as Promise<[number | null, string | null]>;
  const [first] = await Promise.race([once(child, 'message'), exit]);
  if (first !== 'ready')
    throw new Error(`the server's process ended with ${String(first)}: ${output}`);
  return {
    url: `http://127.0.0.1:${port}`,
    /** What it has logged, and what Node wrote of its end. */
    output: () => output,
    /** Asks it to stop, as whoever runs it does. */
    sendSigterm: () => void child.kill('SIGTERM'),
    /** Its exit code, once it has ended. */
    exitCode: exit.then(([code]) => code),
    async kill(): Promise<void> {
      child.kill('SIGKILL');
      await exit;
    },
  };
}
