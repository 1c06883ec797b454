import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  aConnectedUser,
  aScheduledPost,
  aUser,
  authorize,
  connect,
  dataOf,
  request,
  type Client,
} from '../../../testing/factories.ts';
import { aTeam } from '../../../testing/members.ts';
import { startWorld, type World } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

async function listen(client: Client) {
  const abort = new AbortController();
  const heard: string[] = [];
  const response = await fetch(`${world.url}/api/events`, {
    headers: { authorization: `Bearer ${client.token}` },
    signal: abort.signal,
  });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  let hasEnded = false;
  const reading = (async () => {
    for await (const chunk of response.body ?? []) {
      const text = Buffer.from(chunk).toString();
      heard.push(...(text.match(/(?<=data: ).*/g) ?? []));
    }
    hasEnded = true;
  })().catch(() => undefined); // the abort below
  return {
    heard,
    hasEnded: () => hasEnded,
    async stop() {
      abort.abort();
      await reading;
    },
  };
}

/** The issues are read with the posts. */
const BOTH = ['{"kind":"account"}', '{"kind":"posts"}'];

test('every open tab of the owner receives the event of a new post, and another user does not', async () => {
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
  await expect.poll(() => stranger.heard).toEqual(BOTH);
  await Promise.all([tab, secondTab, stranger].map((one) => one.stop()));
});

test('every open tab receives the account and posts events when an account is connected or disconnected', async () => {
  const owner = await aUser(world);
  const tab = await listen(owner);
  await connect(world, owner);
  await expect.poll(() => tab.heard).toEqual(BOTH);
  dataOf(await owner.post('/auth/instagram/disconnect'));
  await expect.poll(() => tab.heard).toEqual([...BOTH, ...BOTH]);
  await tab.stop();
});

test('every open tab receives the account and posts events when an account is chosen', async () => {
  const owner = await aUser(world);
  const pages = ['one.of.two', 'other.of.two'];
  const { ig_user_id: id } = await world.sandbox.createAccount('one.of.two');
  await world.sandbox.createAccount('other.of.two', { owner: 'one.of.two' });
  const tab = await listen(owner);
  const { cookie } = await authorize(world, owner, 'one.of.two', { selection: { pages } });
  const options = { token: owner.token, headers: { cookie }, json: { accounts: [id] } };
  dataOf(await request(world, 'POST', '/auth/instagram/choice', options));
  await expect.poll(() => tab.heard).toEqual(BOTH);
  await tab.stop();
});

test('the stream of a removed member ends, even if it named no workspace', async () => {
  const { owner, viewer } = await aTeam(world);
  const [member, answering] = await Promise.all([listen(viewer), listen(owner)]);
  dataOf(await owner.delete(`/members/${viewer.user._id}`));
  await expect.poll(() => member.hasEnded()).toBe(true);
  await connect(world, owner);
  await aScheduledPost(world, owner);
  await expect.poll(() => answering.heard).toContain('{"kind":"posts"}');
  expect(member.heard).toEqual(['{"kind":"account"}']);
  await Promise.all([member, answering].map((one) => one.stop()));
});

test('a member who switches to another workspace still receives the events of the team', async () => {
  const { owner, viewer } = await aTeam(world);
  const tab = await listen(viewer);
  const own = dataOf(await viewer.get<{ user: { workspaces: { _id: string }[] } }>('/auth/me')).user
    .workspaces[0];
  await request(world, 'POST', `/workspaces/${own?._id}/choose`, { token: viewer.token });
  await connect(world, owner);
  await aScheduledPost(world, owner);
  await expect.poll(() => tab.heard).toContain('{"kind":"posts"}');
  expect(tab.hasEnded()).toBe(false);
  await tab.stop();
});

test('a user has at most twenty streams: one more ends the oldest', async () => {
  const client = await aUser(world);
  const tabs: Awaited<ReturnType<typeof listen>>[] = [];
  for (let count = 0; count < 21; count += 1) tabs.push(await listen(client));
  await expect.poll(() => tabs[0]?.hasEnded()).toBe(true);
  expect(tabs.slice(1).filter((tab) => tab.hasEnded())).toEqual([]);
  await Promise.all(tabs.map((tab) => tab.stop()));
});
