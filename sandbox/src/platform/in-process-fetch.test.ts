import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { startSandbox, type Sandbox, type SandboxOptions } from '../sandbox.ts';
import { createJpeg } from '../../testing/media-bytes.ts';

const START = Date.UTC(2026, 0, 1);
const idSchema = z.looseObject({ id: z.string() });
const accountSchema = z.looseObject({ ig_user_id: z.string(), page_access_token: z.string() });

type Simulation = {
  sandbox: Sandbox;
  time: { now: number };
  post(edge: string, params: Record<string, string>): Promise<Response>;
  createImage(): Promise<string>;
  published(): Promise<unknown>;
  fault(fault: string, delayMs?: number): Promise<Response>;
};

async function simulate(options: SandboxOptions = {}): Promise<Simulation> {
  const time = { now: START };
  let seed = 1;
  const sandbox = await startSandbox({
    listen: false,
    processingMs: { image: 0, video: 0 },
    clock: { now: () => time.now },
    random: () => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed / 2_147_483_647;
    },
    download: async (url) => {
      if (url.endsWith('404.jpg')) throw new Error('not there');
      return { bytes: createJpeg(1080, 1080), type: 'image/jpeg' };
    },
    ...options,
  });
  onTestFinished(() => sandbox.close());
  const control = (path: string, body?: object): Promise<Response> =>
    sandbox.fetch(
      `${sandbox.url}/_sandbox/${path}`,
      body && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      },
    );
  const moved = await control('instagram/accounts', { username: 'sol' });
  const account = accountSchema.parse(await moved.json());
  const post = (edge: string, params: Record<string, string>): Promise<Response> =>
    sandbox.fetch(`${sandbox.url}/v25.0/${account.ig_user_id}/${edge}`, {
      method: 'POST',
      body: new URLSearchParams({ ...params, access_token: account.page_access_token }),
    });
  return {
    sandbox,
    time,
    post,
    createImage: async () => {
      const answer = await post('media', { image_url: 'https://pontual.example/1.jpg' });
      return idSchema.parse(await answer.json()).id;
    },
    published: async () => (await control('instagram/media')).json(),
    fault: (fault, delayMs = 0) =>
      control('faults', { service: 'instagram', step: 'publish', fault, delayMs }),
  };
}

test('a post is published without a socket, and every run produces the same one', async () => {
  const run = async (): Promise<unknown> => {
    const { createImage, post, published } = await simulate();
    const answer = await post('media_publish', { creation_id: await createImage() });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('application/json');
    return [
      await answer.json(),
      Object.fromEntries(answer.headers),
      await published(),
      await (await post('media_publish', {})).json(),
    ];
  };
  const first = await run();
  expect(first).toMatchObject([{}, {}, [{ username: 'sol', published_at_ms: START }], {}]);
  expect(await run()).toEqual(first);
});

test.each(['timeout-after-commit', 'reset-after-commit'])(
  '%s rejects like fetch on a failed connection',
  async (fault) => {
    const world = await simulate();
    const creation_id = await world.createImage();
    await world.fault(fault);
    const answer = world.post('media_publish', { creation_id });
    await expect(answer).rejects.toThrow(new TypeError('fetch failed'));
    expect(await world.published()).toHaveLength(1);
  },
);

test('slow responses do not wait, and late effects follow the external time', async () => {
  const world = await simulate();
  const first = await world.createImage();
  const second = await world.createImage();
  await world.fault('slow-effect', 3_600_000);
  expect((await world.post('media_publish', { creation_id: first })).status).toBe(200);
  await world.fault('late-effect', 5000);
  await expect(world.post('media_publish', { creation_id: second })).rejects.toThrow('fetch');
  world.time.now += 4999;
  expect(await world.published()).toHaveLength(1);
  world.time.now += 10_000;
  world.sandbox.runDue();
  expect(await world.published()).toMatchObject([
    { published_at_ms: START },
    { published_at_ms: START + 5000 },
  ]);
});

test('unavailable media is unreachable, and an external clock refuses a rate', async () => {
  const { post, sandbox } = await simulate();
  const answer = await post('media', { image_url: 'https://pontual.example/404.jpg' });
  expect(await answer.json()).toMatchObject({ error: { code: 9004, error_subcode: 2207052 } });
  const refused = await sandbox.fetch(`${sandbox.url}/_sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"rate":2}',
  });
  expect(refused.status).toBe(400);
});

test('an in-process call works beside the sockets, and its caller can abort it', async () => {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const form = new FormData();
  form.set('access_token', 'EAABnothing');
  const answer = await sandbox.fetch(`${sandbox.url}/v25.0/1/media`, {
    method: 'POST',
    body: form,
  });
  expect(await answer.json()).toMatchObject({ error: { code: 190 } });
  const settings = { answerMs: 60_000 };
  await fetch(`${sandbox.url}/_sandbox/settings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(settings),
  });
  const abandoned = sandbox.fetch(`${sandbox.url}/me`, { signal: AbortSignal.timeout(20) });
  await expect(abandoned).rejects.toThrow('timeout');
});
