import { fork } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

/** The only variables that the sandbox receives, because it must not see keys and credentials. */
const FORWARDED_VARIABLES = [
  'HOST',
  'PORT',
  'SANDBOX_LOG',
  'SANDBOX_SMTP_PORT',
  'SANDBOX_WEBHOOK_URL',
  'PATH',
  'SystemRoot',
  'TEMP',
  'TMP',
  'TMPDIR',
  'TZ',
];

type ReadyMessage = { url: string; services: Record<string, string> };

/**
 * The sandbox ends with its parent process. A running sandbox is not used: any program could impersonate
 * one. Returns the server's variables; calls `onExit` with the reason if the sandbox ends by itself.
 */
export async function startSandboxProcess(
  env: NodeJS.ProcessEnv,
  onExit: (message: string) => void,
): Promise<ReadyMessage & { close(): void }> {
  const port = env['SANDBOX_PORT'] ?? '3001';
  const appUrl = env['PUBLIC_URL'] ?? `http://localhost:${env['PORT'] ?? 3000}`;
  const child = fork(MAIN, {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: {
      ...Object.fromEntries(
        FORWARDED_VARIABLES.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
      ),
      SANDBOX_PORT: port,
      SANDBOX_APP_URL: appUrl,
      SANDBOX_STATE: join(env['DATA_DIR'] ?? '', 'sandbox.sqlite'),
    },
  });
  let isClosing = false;
  const { url, services } = await new Promise<ReadyMessage>((resolve) => {
    // main.ts sends this message.
    child.once('message', (message) => resolve(message as ReadyMessage));
    child.once('exit', () => {
      if (isClosing) return;
      onExit(`The sandbox has ended. If port ${port} is taken, choose another with SANDBOX_PORT.`);
    });
  });
  // On each start: the sandbox remembers the settings of its last run.
  await fetch(`${url}/_sandbox/settings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ appUrl, ...readLimits(env) }),
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

/** What the server believes of Instagram; it checks the variables itself. */
const readLimits = (env: NodeJS.ProcessEnv) => ({
  maxHashtags: env['INSTAGRAM_HASHTAGS'] === 'refuse' ? 5 : 30,
  tallPictures: env['INSTAGRAM_TALL_PICTURES'] === 'accept',
});
