import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';

const readySchema = z.object({
  ready: z.literal(true),
  url: z.string(),
  services: z.record(z.string(), z.string()),
});

function run(env: Record<string, string>): ChildProcess {
  const child = fork(new URL('main.ts', import.meta.url), {
    env: { ...process.env, SANDBOX_PORT: '0', ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

async function waitUntilReady(child: ChildProcess): Promise<z.infer<typeof readySchema>> {
  const [message] = await once(child, 'message');
  return readySchema.parse(message);
}

test('a killed and restarted sandbox remembers added accounts', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const env = { SANDBOX_STATE: join(folder, 'state.db') };
  const first = run(env);
  const { url } = await waitUntilReady(first);
  await fetch(`${url}/_sandbox/instagram/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"username":"padaria.sol"}',
  });
  const killed = once(first, 'exit');
  first.kill('SIGKILL');
  await killed;

  const second = await waitUntilReady(run(env));
  expect((await fetch(`${second.url}/instagram/padaria.sol`)).status).toBe(200);
});

test('the process exits when its parent does, and on SIGTERM', async () => {
  for (const end of [
    (child: ChildProcess) => child.disconnect(),
    (child: ChildProcess) => child.kill('SIGTERM'),
  ]) {
    const child = run({});
    await waitUntilReady(child);
    const exit = once(child, 'exit');
    end(child);
    expect(await exit).toEqual([0, null]);
  }
});

test('the process listens on this machine only, whatever HOST says', async () => {
  const { url, services } = await waitUntilReady(run({ HOST: '0.0.0.0' }));
  const ports = [url, services['SMTP_URL'] ?? ''].map((address) => Number(new URL(address).port));
  for (const port of ports) {
    expect(await isAnswering('127.0.0.1', port)).toBe(true);
    expect(await isAnswering('127.0.0.2', port)).toBe(false);
  }
});

function isAnswering(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

test('a port in use causes a one-line error', async () => {
  const { url } = await waitUntilReady(run({}));
  const second = run({ SANDBOX_PORT: new URL(url).port });
  const lines: string[] = [];
  second.stderr?.on('data', (chunk) => lines.push(String(chunk)));
  const [code] = await once(second, 'close');
  expect(code).toBe(1);
  expect(lines.join('')).toMatch(/^sandbox: port \d+ is taken.*\n$/);
});
