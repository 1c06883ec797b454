import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface LedgerMedium {
  id: string;
  ig_user_id: string;
  caption?: string;
  media_product_type: string;
  published_at_ms: number;
  container_id: string;
  bytes_sha256: string | null;
}

export interface LedgerContainer {
  id: string;
  ig_user_id: string;
  kind: string;
  state: string;
  created_at_ms: number;
  published_as: string | null;
}

export interface LedgerCall {
  time: number;
  method: string;
  path: string;
  params: Record<string, string>;
  status: number | null;
}

export interface Login {
  ig_user_id: string;
  username: string;
  user_id: string;
  user_access_token: string;
  page_id: string;
  page_access_token: string;
}

export interface ArmedFault {
  step: string;
  fault: string;
  delayMs: number;
  username?: string;
}

export type Sandbox = Awaited<ReturnType<typeof startSandboxProcess>>;

const MAIN = fileURLToPath(new URL('../../sandbox/src/main.ts', import.meta.url));

/** Starts the external services in a process of their own that is never killed. */
export async function startSandboxProcess(folder: string) {
  const output = openSync(join(folder, 'sandbox.log'), 'a');
  const child = fork(MAIN, {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { ...process.env, SANDBOX_PORT: '0', SANDBOX_STATE: join(folder, 'sandbox.sqlite') },
    stdio: ['ignore', output, output, 'ipc'],
  });
  const { url, services } = await waitUntilReady(child);

  async function call(path: string, body?: object, method = 'POST'): Promise<unknown> {
    const init: RequestInit =
      body === undefined
        ? {}
        : {
            method,
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          };
    const response = await fetch(`${url}/_sandbox/${path}`, init);
    if (!response.ok) throw new Error(`the sandbox refused ${path}: ${await response.text()}`);
    return response.json();
  }

  // The casts are safe: the sandbox guarantees the shapes (sandbox/README.md).
  return {
    url,
    services,
    async clock(change: { rate?: number; advanceMs?: number }): Promise<number> {
      const view = (await call('clock', Object.keys(change).length > 0 ? change : undefined)) as {
        now: string;
      };
      return Date.parse(view.now);
    },
    settings: (settings: object) => call('settings', settings),
    arm: (fault: {
      step: string;
      fault: string;
      times?: number;
      forMs?: number;
      delayMs?: number;
      username?: string;
    }) => call('faults', { service: 'instagram', ...fault }),
    disarm: () => call('faults', {}, 'DELETE') as Promise<ArmedFault[]>,
    logIn: (username: string) => call('instagram/accounts', { username }) as Promise<Login>,
    media: () => call('instagram/media') as Promise<LedgerMedium[]>,
    containers: () => call('instagram/containers') as Promise<LedgerContainer[]>,
    calls: () => call('instagram/calls') as Promise<LedgerCall[]>,
    async close(): Promise<void> {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function waitUntilReady(
  child: ChildProcess,
): Promise<{ url: string; services: Record<string, string> }> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) =>
      // The message of sandbox/src/main.ts.
      resolve(message as { url: string; services: Record<string, string> }),
    );
    child.once('exit', (code) => reject(new Error(`the sandbox ended with ${code}: see its log`)));
  });
}
