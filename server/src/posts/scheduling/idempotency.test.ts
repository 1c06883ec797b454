import type { DataOf } from '@pontual/contract/shared/endpoint.ts';
import type { postStats } from '@pontual/contract/posts/posts.ts';
import { WORKSPACE_HEADER } from '@pontual/contract/shared/roles.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  aConnectedUser,
  aFormOf,
  aPhotoFile,
  aUser,
  dataOf,
  type Client,
  type UploadFile,
} from '../../../testing/factories.ts';
import { waitForLockWaiter } from '../../../testing/lock-waits.ts';
import { addMember } from '../../../testing/members.ts';
import { givePlan } from '../../../testing/plans.ts';
import { startWorld, type World } from '../../../testing/world.ts';

/** Of the free plan. */
const MONTHLY_POSTS = 10;

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

async function twoTeams(): Promise<{ editor: Client; teams: [Client, Client] }> {
  const editor = await aUser(world);
  const aClient = async () => {
    const owner = await aUser(world);
    await givePlan(world, owner, 'pro');
    await addMember(world, owner, editor, 'editor');
    return owner;
  };
  return { editor, teams: [await aClient(), await aClient()] };
}

const drafts = async (client: Client) =>
  dataOf(await client.get<DataOf<typeof postStats>>('/schedule/stats')).drafts;

const saveWithKey =
  (editor: Client, file: UploadFile, key: string) => async (team: Client, caption: string) =>
    editor.saveDraft(aFormOf({ mediaType: 'IMAGE', caption }, [file]), {
      'idempotency-key': key,
      [WORKSPACE_HEADER]: team.user.workspace,
    });

test('the same idempotency key creates one post in each workspace of a user', async () => {
  const { editor, teams } = await twoTeams();
  const save = saveWithKey(editor, await aPhotoFile(), 'segunda-1');
  const [same, other] = [await save(teams[0], 'Bom dia'), await save(teams[1], 'Bom dia')];
  expect(dataOf(other).post._id).not.toBe(dataOf(same).post._id);
  expect(dataOf(await save(teams[1], 'Bom dia')).post._id).toBe(dataOf(other).post._id);
  expect(await save(teams[1], 'Boa tarde')).toMatchObject({
    status: 422,
    body: { code: 'IDEMPOTENCY_MISMATCH' },
  });
  expect([await drafts(teams[0]), await drafts(teams[1])]).toEqual([1, 1]);
});

/** Its first bytes are those of a picture; only decoding shows that it is none. */
const anUnreadableFile = async (): Promise<UploadFile> => {
  const { bytes, name } = await aPhotoFile();
  return { bytes: bytes.slice(0, 100), name };
};
const MISMATCH = { status: 422, body: { code: 'IDEMPOTENCY_MISMATCH' } };

describe('a request with the key of another request', () => {
  const aKeyUse = async (key: string) => {
    const client = await aUser(world);
    const file = await aPhotoFile();
    const save = (caption: string, files: UploadFile[]) =>
      client.saveDraft(aFormOf({ mediaType: 'IMAGE', caption }, files), { 'idempotency-key': key });
    const first = dataOf(await save('Bom dia', [file])).post._id;
    return { client, file, save, first };
  };

  test('is refused before its files are read when its fields differ', async () => {
    const { client, save } = await aKeyUse('quarta-1');
    const text = { bytes: new Blob(['isto não é uma foto']), name: 'foto.jpg' };
    expect(await save('Boa tarde', [text])).toMatchObject(MISMATCH);
    expect(await drafts(client)).toBe(1);
  });

  test('is refused before its files are decoded when they differ', async () => {
    const { client, save } = await aKeyUse('quarta-2');
    expect(await save('Bom dia', [await anUnreadableFile()])).toMatchObject(MISMATCH);
    expect(await save('Bom dia', [])).toMatchObject(MISMATCH);
    expect(await drafts(client)).toBe(1);
  });

  test('gets the post of the first request when both are equal', async () => {
    const { client, file, save, first } = await aKeyUse('quarta-3');
    expect(dataOf(await save('Bom dia', [file])).post._id).toBe(first);
    expect(await drafts(client)).toBe(1);
  });
});

test('a request gets the post of a simultaneous one with its key that took the last post of the month', async () => {
  const client = await aConnectedUser(world);
  const { db } = world.database;
  const scheduledTime = new Date(world.now().getTime() + 3_600_000).toISOString();
  const file = await aPhotoFile();
  const schedule = (key: string) =>
    client.schedule(aFormOf({ mediaType: 'IMAGE', scheduledTime }, [file]), {
      'idempotency-key': key,
    });
  for (let count = 1; count < MONTHLY_POSTS; count += 1) dataOf(await schedule(`sexta-${count}`));
  const last = dataOf(await schedule('sexta')).post._id;
  expect(await schedule('sexta-11')).toMatchObject({ body: { code: 'LIMIT_EXCEEDED' } });

  await sql`update idempotency_keys set key = 'sexta, depois' where post_id = ${last}`.execute(db);
  const { answer } = await db.transaction().execute(async (tx) => {
    // The request looks for its key before it counts the posts.
    await sql`lock table publications in access exclusive mode`.execute(tx);
    const answer = schedule('sexta');
    await waitForLockWaiter(db);
    await sql`update idempotency_keys set key = 'sexta' where post_id = ${last}`.execute(tx);
    return { answer };
  });
  expect(dataOf(await answer).post._id).toBe(last);
});
