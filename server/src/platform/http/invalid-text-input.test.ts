import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  aScheduledPost,
  connect,
  dataOf,
  PASSWORD,
  request,
  type Client,
} from '../../../testing/factories.ts';
import { aTeam } from '../../../testing/members.ts';
import { startWorld, type World } from '../../../testing/world.ts';

let world: World;
let owner: Client;
let link: { token: string; contentHash: string };
beforeAll(async () => {
  world = await startWorld();
  ({ owner } = await aTeam(world));
  await connect(world, owner);
  const post = await aScheduledPost(world, owner, { dueInMs: 3_600_000 });
  const response = await owner.post<{ url: string }>(`/scheduled/${post._id}/approval`, {});
  const token = new URL(dataOf(response).url).hash.slice(1);
  const shown = dataOf(
    await request<{ approval: { contentHash: string } }>(world, 'POST', '/approvals/read', {
      json: { token },
    }),
  );
  link = { token, contentHash: shown.approval.contentHash };
});
afterAll(() => world.stop());

const LONE_SURROGATE = '\ud800';
const NUL = '\0';
const aTokenNamed = (name: string) =>
  owner.post('/account/tokens', { name, scopes: ['posts:read'], days: 30, password: PASSWORD });

test.each<[string, () => Promise<{ status: number; body: unknown }>]>([
  [
    'half of a character in a team’s name',
    () => owner.put('/members/name', { name: `Café ${LONE_SURROGATE}` }),
  ],
  ['half of a character in a token’s name', () => aTokenNamed(`Planilha ${LONE_SURROGATE}`)],
  ['NUL in a token’s name', () => aTokenNamed(`Planilha ${NUL}`)],
  [
    'half of a character in an invited address',
    () => owner.post('/members/invitations', { email: `a${LONE_SURROGATE}@b.com`, role: 'editor' }),
  ],
  [
    'half of a character in a new address',
    () => owner.post('/account/email', { email: `a${LONE_SURROGATE}@b.com`, password: PASSWORD }),
  ],
  [
    'NUL in the key of a batch',
    () => owner.post('/bulk', { key: `abcdefgh${NUL}`, uploadIds: [], posts: [] }),
  ],
  [
    'NUL in the address of a webhook',
    () => owner.post('/webhooks', { url: `https://a.example/${NUL}`, events: ['post.failed'] }),
  ],
])('%s is refused with VALIDATION', async (_what, send) => {
  expect(await send()).toMatchObject({ status: 400, body: { code: 'VALIDATION' } });
});

test('NUL in what the library is searched for counts as a space', async () => {
  const found = await owner.get<{ files: object[] }>('/library?q=%00');
  expect(found.status).toBe(200);
  expect(dataOf(found).files).toHaveLength(1);
});

test('a lone surrogate in an answer by approval link is removed', async () => {
  const json = {
    ...link,
    verdict: 'change_requested',
    name: `Bia ${LONE_SURROGATE}`,
    note: `Troque a foto${LONE_SURROGATE}`,
  };
  const answer = await request<unknown>(world, 'POST', '/approvals/answer', { json });
  expect(answer.status).toBe(200);
  expect(JSON.stringify(answer.body)).toContain('Troque a foto"');
  expect(JSON.stringify(answer.body)).not.toMatch(/\\ud800/);
});
