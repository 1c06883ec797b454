import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readMemory, type Memory } from './memory.ts';

const START = fileURLToPath(new URL('../../../start.js', import.meta.url));
const FLAGS = ['--disable-warning=ExperimentalWarning'];
const POLL_MS = 20;
const SAMPLE_MS = 250;
const READY_TIMEOUT_MS = 120_000;

export interface InstallationOptions {
  dataDir: string;
  port: number;
  sandboxPort: number;
}

export interface Product {
  /** From the spawn until /readyz returns 200, in ms. */
  readyMs: number;
  memory: () => Memory;
  peakMb: () => number;
  stop: () => Promise<void>;
}

export async function startProduct({
  dataDir,
  port,
  sandboxPort,
}: InstallationOptions): Promise<Product> {
  const beginAt = performance.now();
  const env = {
    ...process.env,
    // An empty value counts as unset and overrides .env.
    DATABASE_URL: '',
    DATA_DIR: dataDir,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
  };
  const child = spawn(process.execPath, [...FLAGS, START], { env, stdio: 'ignore' });
  const memory = () => readMemory(child.pid ?? 0, dataDir);
  let peakMb = 0;
  const sampling = setInterval(() => {
    const { productMb, databaseMb } = memory();
    peakMb = Math.max(peakMb, productMb + databaseMb);
  }, SAMPLE_MS);
  const stop = async () => {
    clearInterval(sampling);
    await stopChild(child);
  };
  try {
    await waitUntilReady(child, port, beginAt);
  } catch (error) {
    await stop();
    throw error;
  }
  return { readyMs: performance.now() - beginAt, memory, peakMb: () => peakMb, stop };
}

async function waitUntilReady(child: ChildProcess, port: number, beginAt: number): Promise<void> {
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (performance.now() - beginAt > READY_TIMEOUT_MS || child.exitCode !== null) {
      throw new Error('the product did not become ready');
    }
    await wait(POLL_MS);
  }
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}
