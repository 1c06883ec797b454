import type { Post } from '@pontual/contract/posts/posts.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  aConnectedUser,
  aFormOf,
  aPhotoFile,
  aUser,
  connectAnother,
  dataOf,
  type Client,
} from '../../../testing/factories.ts';
import { givePlan } from '../../../testing/plans.ts';
import { startWorld, type World } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(world.now().getTime() + hours * HOUR).toISOString();

/** Without what differs between two posts of the same content. */
async function rowsOf({ _id }: Post) {
  const { db } = world.database;
  const found = await sql<{ post: object; publication: object; media: object; events: object }>`
    select to_jsonb(p) - '{id,revision,created_at,updated_at}'::text[] as post,
      to_jsonb(q) - '{post_id,revision,updated_at}'::text[] as publication,
      (select jsonb_agg(jsonb_build_object('position', m.position, 'altText', m.alt_text)
         order by m.position) from post_media m where m.post_id = p.id) as media,
      (select jsonb_agg(jsonb_build_object('kind', e.kind, 'detail', e.detail, 'audit', a.kind,
         'by', a.done_by, 'about', a.detail) order by e.id)
       from post_events e left join audit_entries a on a.post_event_id = e.id
       where e.post_id = p.id) as events
    from posts p join publications q on q.post_id = p.id where p.id = ${_id}`.execute(db);
  return found.rows[0];
}

async function aUserWithTwoAccounts(): Promise<Client> {
  const client = await aConnectedUser(world);
  await givePlan(world, client, 'premium');
  await connectAnother(world, client, 'cafe.serra');
  return client;
}

test.each<[string, () => Promise<Client>, demo: boolean]>([
  ['on the only account', () => aConnectedUser(world), false],
  ['on the first of two accounts', aUserWithTwoAccounts, false],
  ['as a demonstration', () => aUser(world), true],
])('a new post %s has the rows of a draft that is scheduled', async (_case, aClient, demo) => {
  const client = await aClient();
  const scheduledTime = inHours(2);
  const content = {
    mediaType: 'CAROUSEL',
    caption: 'Fornada da tarde',
    altText: JSON.stringify(['Pães', '']),
    userTags: JSON.stringify([{ username: 'lia', x: 0.5, y: 0.5 }]),
    collaborators: JSON.stringify(['ana']),
    fit: JSON.stringify([null, 'pad']),
  };
  const files = [await aPhotoFile(), await aPhotoFile()];
  const draft = dataOf(await client.saveDraft(aFormOf(content, files))).post;
  const path = `/schedule/draft/${draft._id}/schedule`;
  const scheduled = dataOf(await client.put(path, { scheduledTime, demo })).post;
  const form = aFormOf({ ...content, scheduledTime, demo: String(demo) }, files);
  const created = dataOf(await client.schedule(form)).post;
  expect(await rowsOf(created)).toEqual(await rowsOf(scheduled));
});

test('scheduling a post needs few messages to the database', async () => {
  const client = await aConnectedUser(world);
  const scheduledTime = inHours(3);
  const fields = { mediaType: 'IMAGE', caption: 'Fornada', scheduledTime };
  const form = aFormOf(fields, [await aPhotoFile()]);
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    expect((await client.schedule(form, { 'idempotency-key': 'poucas' })).status).toBe(201);
    // Two of them store the picture, one reads whether the team demands approvals.
    expect(query.mock.calls.length).toBeLessThanOrEqual(17);
  } finally {
    query.mockRestore();
  }
});
