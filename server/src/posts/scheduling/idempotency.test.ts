import type { DataOf } from '@pontual/contract/shared/endpoint.ts';
import type { postStats } from '@pontual/contract/posts/posts.ts';
import { WORKSPACE_HEADER } from '@pontual/contract/shared/roles.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  aFormOf,
  aPhotoFile,
  aUser,
  dataOf,
  type Client,
  type UploadFile,
} from '../../../testing/factories.ts';
import { addMember } from '../../../testing/members.ts';
import { givePlan } from '../../../testing/plans.ts';
import { startWorld, type World } from '../../../testing/world.ts';

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
