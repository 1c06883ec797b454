import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { startSandbox, type Sandbox, type SandboxOptions } from '../sandbox.ts';
import { connectAccount, callControl, callGraph } from '../../testing/graph-client.ts';

const viewSchema = z.strictObject({
  now: z.iso.datetime(),
  advancedMs: z.number(),
  rate: z.number(),
});
const HOUR = 3_600_000;
const MINUTE = 60_000;

async function openSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox(options);
  onTestFinished(() => sandbox.close());
  return sandbox;
}

async function callClock(sandbox: Sandbox, change?: object): Promise<z.infer<typeof viewSchema>> {
  return viewSchema.parse(await (await callControl(sandbox, '/clock', change)).json());
}

const parseNow = ({ now }: { now: string }): number => Date.parse(now);

test('a rate makes time run faster from then on, without a gap', async () => {
  const sandbox = await openSandbox();
  const before = await callClock(sandbox, { advanceMs: HOUR });
  expect(before).toMatchObject({ advancedMs: HOUR, rate: 1 });
  const fast = await callClock(sandbox, { rate: 360 });
  expect(fast).toMatchObject({ advancedMs: HOUR, rate: 360 });
  expect(parseNow(fast) - parseNow(before)).toBeLessThan(HOUR);
  await expect
    .poll(async () => parseNow(await callClock(sandbox)) - parseNow(fast), { interval: 10 })
    .toBeGreaterThan(2 * MINUTE);
  const slow = await callClock(sandbox, { rate: 1 });
  const later = await callClock(sandbox);
  expect(parseNow(slow)).toBeGreaterThan(parseNow(fast) + 2 * MINUTE);
  expect(parseNow(later) - parseNow(slow)).toBeLessThan(MINUTE);
});

test('waits use the clock of the sandbox', async () => {
  const sandbox = await openSandbox();
  const { pageToken } = await connectAccount(sandbox);
  // The rate starts only here, because a connection must complete within ten minutes, which then take 6 ms.
  await callClock(sandbox, { rate: 100_000 });
  const started = Date.now();
  await callControl(sandbox, '/faults', {
    service: 'instagram',
    step: 'me',
    fault: 'slow',
    delayMs: HOUR,
  });
  expect((await callGraph(sandbox, 'GET', '/me', { access_token: pageToken })).status).toBe(200);
  await callControl(sandbox, '/settings', { answerMs: HOUR });
  expect((await callGraph(sandbox, 'GET', '/me', { access_token: pageToken })).status).toBe(200);
  expect(Date.now() - started).toBeGreaterThanOrEqual(72);
});

test('a fault can last for a time of this clock', async () => {
  const sandbox = await openSandbox();
  const { pageToken } = await connectAccount(sandbox);
  const read = async () =>
    (await callGraph(sandbox, 'GET', '/me', { access_token: pageToken })).status;
  const outage = { service: 'instagram', step: 'me', fault: '10', forMs: HOUR };
  await callControl(sandbox, '/faults', outage);
  expect([await read(), await read()]).toEqual([400, 400]);
  await callClock(sandbox, { advanceMs: HOUR });
  expect(await read()).toBe(200);
  expect(await (await callControl(sandbox, '/faults')).json()).toEqual([]);
});

test('a reset restores the initial rate', async () => {
  const plain = await openSandbox();
  await callClock(plain, { rate: 10 });
  await plain.reset();
  expect(await callClock(plain)).toMatchObject({ advancedMs: 0, rate: 1 });
  const fast = await openSandbox({ clockRate: 60 });
  await callClock(fast, { rate: 10 });
  await fast.reset();
  expect(await callClock(fast)).toMatchObject({ rate: 60 });
});

test('a restart continues the time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const stateFile = join(folder, 'state.db');
  const first = await startSandbox({ stateFile });
  const before = await callClock(first, { advanceMs: HOUR, rate: 1000 });
  await first.close();
  const after = await callClock(await openSandbox({ stateFile }));
  expect(after).toMatchObject({ advancedMs: HOUR, rate: 1000 });
  expect(parseNow(after)).toBeGreaterThanOrEqual(parseNow(before));
});

test.each([{ rate: 0 }, { rate: -1 }, { advanceMs: -1 }, { speed: 2 }])(
  'a clock refuses %o',
  async (change) => {
    const response = await callControl(await openSandbox(), '/clock', change);
    expect(response.status).toBe(400);
  },
);
