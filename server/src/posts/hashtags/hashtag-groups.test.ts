import type { HashtagGroup } from '@pontual/contract/posts/hashtag-groups.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aUser, dataOf, type Client } from '../../../testing/factories.ts';
import { startWorld, type World } from '../../../testing/world.ts';

let world: World;
let client: Client;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  client = await aUser(world);
});

const list = async (owner = client) =>
  dataOf(await owner.get<{ groups: HashtagGroup[] }>('/hashtag-groups')).groups;
const save = (name: string, hashtags: string[], owner = client) =>
  owner.post<{ group: HashtagGroup }>('/hashtag-groups', { name, hashtags });

describe('a hashtag group', () => {
  test('stores its hashtags without signs and duplicates, and is listed by name', async () => {
    await save('Praia', ['#praia']);
    await save('barro', ['#Barro', 'cerâmica', '#barro', ' #feito_a_mao ']);
    expect((await list()).map(({ name, hashtags }) => [name, hashtags])).toEqual([
      ['barro', ['Barro', 'cerâmica', 'feito_a_mao']],
      ['Praia', ['praia']],
    ]);
  });

  test('is changed and deleted only by its own workspace', async () => {
    const { group } = dataOf(await save('Barro', ['barro']));
    const other = await aUser(world);
    const path = `/hashtag-groups/${group._id}`;
    const changed = { name: 'Barro e fogo', hashtags: ['fogo'] };
    expect((await other.put(path, changed)).status).toBe(404);
    expect((await other.delete(path)).status).toBe(404);
    expect(dataOf(await client.put(path, changed))).toMatchObject({ group: changed });
    await client.delete(path);
    expect(await list()).toEqual([]);
  });

  test('has a unique name in its workspace, even for two simultaneous requests', async () => {
    const answers = await Promise.all([save('Barro', ['a1']), save('BARRO', ['a2'])]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      201, 409,
    ]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'HASHTAG_GROUP_NAME_TAKEN',
      errors: { name: 'Você já tem um grupo com este nome. Escolha outro.' },
    });
    expect((await save('Barro', ['b'], await aUser(world))).status).toBe(201);
  });

  test.each([
    ['', ['a'], 'Nome é obrigatório'],
    ['Barro', [], 'Escreva pelo menos uma hashtag'],
    ['Barro', ['duas palavras'], 'Uma hashtag tem só letras, números e _'],
    ['Barro', Array.from({ length: 31 }, (_, n) => `tag${n}`), 'no máximo 30 hashtags'],
  ])('with the name %j and the hashtags %j is refused', async (name, hashtags, words) => {
    const { status, body } = await save(name, hashtags);
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(words)]);
  });

  test('is refused when the workspace has a hundred groups', async () => {
    for (let count = 0; count < 100; count += 1) await save(`Grupo ${count}`, ['barro']);
    expect(await save('Mais um', ['barro'])).toMatchObject({
      status: 409,
      body: { code: 'HASHTAG_GROUPS_FULL' },
    });
  });
});
