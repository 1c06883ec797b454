import { fork } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

/** Of the starter's variables the sandbox is handed these alone: no key is any business of its. */
const HANDED_ON = [
  'HOST',
  'PORT',
  'SANDBOX_LOG',
  'SANDBOX_SMTP_PORT',
  'SANDBOX_WEBHOOK_URL',
  // What Node and SQLite need of the system.
  'PATH',
  'SystemRoot',
  'TEMP',
  'TMP',
  'TMPDIR',
  'TZ',
];

type Ready = { url: string; services: Record<string, string> };

/**
 * Starts the sandbox beside the product, for `npm start`; it ends with its starter. One that is running
 * already is not asked: it could be anybody's. Answers the variables that point the server at it;
 * `stop` is told why it has ended by itself.
 */
export async function startBeside(
  env: NodeJS.ProcessEnv,
  stop: (message: string) => void,
): Promise<Ready & { close(): void }> {
  const port = env['SANDBOX_PORT'] ?? '3001';
  const appUrl = env['PUBLIC_URL'] ?? `http://localhost:${env['PORT'] ?? 3000}`;
  const child = fork(MAIN, {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: {
      ...Object.fromEntries(
        HANDED_ON.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
      ),
      SANDBOX_PORT: port,
      SANDBOX_APP_URL: appUrl,
      SANDBOX_STATE: join(env['DATA_DIR'] ?? '', 'sandbox.sqlite'),
    },
  });
  let isClosing = false;
  const { url, services } = await new Promise<Ready>((resolve) => {
    // What main.ts sends.
    child.once('message', (message) => resolve(message as Ready));
    child.once('exit', () => {
      if (isClosing) return;
      stop(`The sandbox has ended. If port ${port} is taken, choose another with SANDBOX_PORT.`);
    });
  });
  // Where the app is, as one registers it with Meta: the sandbox remembers where it was last time.
  await fetch(`${url}/_sandbox/settings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ appUrl }),
  });
  return {
    url,
    services,
    close: () => {
      isClosing = true;
      child.kill();
    },
  };
}
