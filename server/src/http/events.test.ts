import { afterAll, beforeAll, expect, test } from 'vitest';
import { aConnectedUser, aScheduledPost, connect, type Client } from '../testing/factories.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

/** Reads the events of a client's workspace into a list, until stopped. */
async function listen(client: Client) {
  const abort = new AbortController();
  const heard: string[] = [];
  const response = await fetch(`${world.url}/api/events`, {
    headers: { authorization: `Bearer ${client.token}` },
    signal: abort.signal,
  });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const reading = (async () => {
    for await (const chunk of response.body ?? []) {
      const text = Buffer.from(chunk).toString();
      heard.push(...(text.match(/(?<=data: ).*/g) ?? []));
    }
  })().catch(() => undefined); // the abort below
  return {
    heard,
    async stop() {
      abort.abort();
      await reading;
    },
  };
}

test('every open tab of the owner hears of a new post, and nobody else does', async () => {
  const [owner, other] = [await aConnectedUser(world), await aConnectedUser(world)];
  const [tab, secondTab, stranger] = await Promise.all([
    listen(owner),
    listen(owner),
    listen(other),
  ]);
  await aScheduledPost(world, owner);
  await expect.poll(() => tab.heard).toContain('{"kind":"posts"}');
  await expect.poll(() => secondTab.heard).toContain('{"kind":"posts"}');
  await connect(world, other);
  await expect.poll(() => stranger.heard).toEqual(['{"kind":"account"}']);
  await Promise.all([tab, secondTab, stranger].map((one) => one.stop()));
});
