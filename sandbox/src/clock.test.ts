import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { startSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts';
import { connect, control, graph } from './testing/graph-client.ts';

const viewSchema = z.strictObject({
  now: z.iso.datetime(),
  advancedMs: z.number(),
  rate: z.number(),
});
const HOUR = 3_600_000;

async function opened(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox(options);
  onTestFinished(() => sandbox.close());
  return sandbox;
}

async function clock(sandbox: Sandbox, change?: object): Promise<z.infer<typeof viewSchema>> {
  return viewSchema.parse(await (await control(sandbox, '/clock', change)).json());
}

const momentOf = ({ now }: { now: string }): number => Date.parse(now);

test('a rate makes time run faster from now on, and leaves no gap', async () => {
  const sandbox = await opened();
  const before = await clock(sandbox, { advanceMs: HOUR });
  expect(before).toMatchObject({ advancedMs: HOUR, rate: 1 });
  const fast = await clock(sandbox, { rate: 36_000 });
  expect(fast).toMatchObject({ advancedMs: HOUR, rate: 36_000 });
  expect(momentOf(fast) - momentOf(before)).toBeLessThan(HOUR);
  await expect
    .poll(async () => momentOf(await clock(sandbox)) - momentOf(fast), { interval: 10 })
    .toBeGreaterThan(HOUR);
  const slow = await clock(sandbox, { rate: 1 });
  const later = await clock(sandbox);
  expect(momentOf(slow)).toBeGreaterThan(momentOf(fast) + HOUR);
  expect(momentOf(later) - momentOf(slow)).toBeLessThan(HOUR / 60);
});

test('waits are in the time of the sandbox', async () => {
  const sandbox = await opened();
  const { pageToken } = await connect(sandbox);
  // From here on: what connecting goes by holds for ten minutes, which then are 6 ms.
  await clock(sandbox, { rate: 100_000 });
  const started = Date.now();
  await control(sandbox, '/faults', {
    service: 'instagram',
    step: 'me',
    fault: 'slow',
    delayMs: HOUR,
  });
  expect((await graph(sandbox, 'GET', '/me', { access_token: pageToken })).status).toBe(200);
  await control(sandbox, '/settings', { answerMs: HOUR });
  expect((await graph(sandbox, 'GET', '/me', { access_token: pageToken })).status).toBe(200);
  expect(Date.now() - started).toBeGreaterThanOrEqual(72);
  expect(Date.now() - started).toBeLessThan(5000);
});

test('a reset goes back to the rate of the start', async () => {
  const plain = await opened();
  await clock(plain, { rate: 10 });
  await plain.reset();
  expect(await clock(plain)).toMatchObject({ advancedMs: 0, rate: 1 });
  const fast = await opened({ clockRate: 60 });
  await clock(fast, { rate: 10 });
  await fast.reset();
  expect(await clock(fast)).toMatchObject({ rate: 60 });
});

test('a restart takes the time up where it would be', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const stateFile = join(folder, 'state.db');
  const first = await startSandbox({ stateFile });
  const before = await clock(first, { advanceMs: HOUR, rate: 1000 });
  await first.close();
  const after = await clock(await opened({ stateFile }));
  expect(after).toMatchObject({ advancedMs: HOUR, rate: 1000 });
  expect(momentOf(after)).toBeGreaterThanOrEqual(momentOf(before));
});

test.each([{ rate: 0 }, { rate: -1 }, { advanceMs: -1 }, { speed: 2 }])(
  'a clock can not do %o',
  async (change) => {
    const response = await control(await opened(), '/clock', change);
    expect(response.status).toBe(400);
  },
);
