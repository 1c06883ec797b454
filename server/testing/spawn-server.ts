import { fork } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from './free-port.ts';
import { SECRET_KEYS } from './world.ts';

/** No server listens here, so the product reaches no external service. */
const UNREACHABLE_URL = 'http://127.0.0.1:9';

export type ServerProcess = Awaited<ReturnType<typeof startServerProcess>>;

/** Waits until the product serves; `variables` extend the environment that every process needs. */
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
      PUBLISH_GAP_SECONDS: '0',
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
    output: () => output,
    sendSigterm: () => void child.kill('SIGTERM'),
    exitCode: exit.then(([code]) => code),
    async kill(): Promise<void> {
      child.kill('SIGKILL');
      await exit;
    },
  };
}
