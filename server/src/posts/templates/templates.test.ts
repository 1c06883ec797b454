import { TEMPLATES_MAX, templateTrades } from '@pontual/contract/posts/template-text.ts';
import {
  TEMPLATE_LIBRARY_LIMIT,
  type CustomTemplate,
  type LibraryTemplate,
} from '@pontual/contract/posts/templates.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { aTemplate, aUser, dataOf, type Client } from '../../../testing/factories.ts';
import { givePlan } from '../../../testing/plans.ts';
import { workspaceOf } from '../../../testing/stripe-fake.ts';
import { startWorld, type World } from '../../../testing/world.ts';

interface Page {
  templates: LibraryTemplate[];
  pagination: { page: number; limit: number; total: number; pages: number };
}
type SavedResponse = { template: CustomTemplate };

let world: World;
let client: Client;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  client = await aUser(world);
  await givePlan(world, client, 'premium');
});

const listLibrary = async (query = '') => dataOf(await client.get<Page>(`/templates${query}`));
const listOwn = async () =>
  dataOf(await client.get<{ templates: CustomTemplate[] }>('/templates/custom')).templates;
const save = async (overrides: Parameters<typeof aTemplate>[0] = {}) =>
  dataOf(await client.post<SavedResponse>('/templates/custom', aTemplate(overrides))).template;

const planRequired = { status: 403, body: { code: 'PLAN_REQUIRED' } };

describe('the library', () => {
  test.each([
    ['free', 403],
    ['pro', 200],
    ['premium', 200],
  ] as const)('on the %s plan returns the status %i', async (plan, status) => {
    await givePlan(world, client, plan);
    expect((await client.get('/templates')).status).toBe(status);
  });

  test('is returned whole when the request has no parameters', async () => {
    const { templates, pagination } = await listLibrary();
    const total = templates.length;
    expect(pagination).toEqual({ page: 1, limit: TEMPLATE_LIBRARY_LIMIT, total, pages: 1 });
    expect(total).toBeGreaterThanOrEqual(60);
    expect(new Set(templates.map(({ trade }) => trade)).size).toBe(templateTrades.length);
    expect((await listLibrary()).templates).toEqual(templates);
  });

  test('is filtered by trade and occasion, and paginated', async () => {
    const all = (await listLibrary()).templates;
    const ofTrade = all.filter(({ trade }) => trade === 'padaria');
    expect((await listLibrary('?trade=padaria')).templates).toEqual(ofTrade);
    const both = await listLibrary('?trade=padaria&occasion=dica');
    expect(both.templates).toEqual(ofTrade.filter(({ occasion }) => occasion === 'dica'));
    const second = await listLibrary('?trade=padaria&page=2&limit=3');
    expect(second.templates).toEqual(ofTrade.slice(3, 6));
    expect(second.pagination).toMatchObject({ page: 2, total: ofTrade.length });
    expect((await listLibrary('?page=99')).templates).toEqual([]);
  });

  test.each(['?trade=astrologia', '?occasion=nunca', '?page=0', '?limit=100000', '?x=1'])(
    'refuses %s',
    async (query) => {
      expect(await client.get(`/templates${query}`)).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION' },
      });
    },
  );
});

describe('custom templates', () => {
  test('are created, changed and deleted', async () => {
    const saved = await save({ name: '  Fornada   da tarde ', frames: ['Bandeja', 'Forno'] });
    expect(saved).toMatchObject({ name: 'Fornada da tarde', frames: ['Bandeja', 'Forno'] });
    expect(await listOwn()).toEqual([saved]);
    const changed = aTemplate({ name: 'Fornada da noite', mediaType: 'REELS', frames: [] });
    const answer = await client.put<SavedResponse>(`/templates/custom/${saved._id}`, changed);
    expect(dataOf(answer).template).toMatchObject({ ...changed, _id: saved._id });
    expect(await listOwn()).toMatchObject([changed]);
    expect(await client.delete(`/templates/custom/${saved._id}`)).toMatchObject({ status: 200 });
    expect(await listOwn()).toEqual([]);
  });

  test('are sorted by name, ignoring case', async () => {
    for (const name of ['pão', 'Bolo', 'Torta']) await save({ name });
    expect((await listOwn()).map(({ name }) => name)).toEqual(['Bolo', 'pão', 'Torta']);
  });

  test.each(['free', 'pro'] as const)('need Premium: a user with %s is refused', async (plan) => {
    const { _id } = await save();
    await givePlan(world, client, plan);
    expect(await client.get('/templates/custom')).toMatchObject(planRequired);
    expect(await client.post('/templates/custom', aTemplate())).toMatchObject(planRequired);
    expect(await client.put(`/templates/custom/${_id}`, aTemplate())).toMatchObject(planRequired);
    await givePlan(world, client, 'premium');
    expect(await listOwn()).toHaveLength(1);
    await givePlan(world, client, plan);
    expect(await client.delete(`/templates/custom/${_id}`)).toMatchObject({ status: 200 });
  });

  test('have a unique name in their workspace', async () => {
    const saved = await save({ name: 'Fornada' });
    const taken = {
      status: 409,
      body: {
        code: 'TEMPLATE_NAME_TAKEN',
        message: 'Você já tem um modelo com este nome. Escolha outro.',
        errors: { name: expect.any(String) },
      },
    };
    const again = aTemplate({ name: 'FORNADA' });
    expect(await client.post('/templates/custom', again)).toMatchObject(taken);
    const other = await save({ name: 'Padaria' });
    expect(await client.put(`/templates/custom/${other._id}`, again)).toMatchObject(taken);
    expect(await client.put(`/templates/custom/${saved._id}`, again)).toMatchObject({
      status: 200,
    });

    const stranger = await aUser(world);
    await givePlan(world, stranger, 'premium');
    expect(await stranger.post('/templates/custom', again)).toMatchObject({ status: 201 });
  });

  test('are limited to a hundred, even for simultaneous requests', async () => {
    const workspace = await workspaceOf(world, client);
    for (let number = 1; number < TEMPLATES_MAX; number += 1) {
      await sql`insert into custom_templates (id, workspace_id, name, media_type, caption, frames)
        values (${newId()}, ${workspace}, ${`Modelo ${number}`}, 'IMAGE', 'a', '{}')`.execute(
        world.database.db,
      );
    }
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => client.post('/templates/custom', aTemplate())),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 409, 409, 409,
    ]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject({
      body: { code: 'TEMPLATES_FULL', message: expect.stringContaining('Exclua um') },
    });
    const [first] = await listOwn();
    expect(await client.put(`/templates/custom/${first?._id ?? ''}`, aTemplate())).toMatchObject({
      status: 200,
    });
  });

  test.each([
    ['no name', { name: ' \n ' }, 'name', 'Nome é obrigatório'],
    ['a name too long', { name: 'a'.repeat(81) }, 'name', 'Nome deve ter no máximo 80 caracteres'],
    [
      'a caption too long',
      { caption: 'a'.repeat(2201) },
      'caption',
      'Legenda deve ter no máximo 2200 caracteres',
    ],
    [
      'nothing in it',
      { caption: ' ', frames: [] },
      'caption',
      'Escreva a legenda ou o roteiro do modelo',
    ],
    [
      'too many pictures',
      { frames: Array.from({ length: 11 }, () => 'a') },
      'frames',
      'O roteiro deve ter no máximo 10 imagens',
    ],
  ])('are refused with %s', async (_what, overrides, field, message) => {
    expect(await client.post('/templates/custom', aTemplate(overrides))).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION', errors: { [field]: message } },
    });
    expect(await listOwn()).toEqual([]);
  });

  test('store accents, emojis, braces and line breaks unchanged', async () => {
    const caption = 'Olá, São João! 🎉\r\n\r\n{nome da peça} por {preço}\u0000';
    expect((await save({ caption })).caption).toBe(
      'Olá, São João! 🎉\n\n{nome da peça} por {preço}',
    );
  });

  test('return 404 after they are deleted', async () => {
    const { _id } = await save();
    await client.delete(`/templates/custom/${_id}`);
    const gone = { status: 404, body: { code: 'NOT_FOUND' } };
    expect(await client.delete(`/templates/custom/${_id}`)).toMatchObject(gone);
    expect(await client.put(`/templates/custom/${_id}`, aTemplate())).toMatchObject(gone);
  });
});
