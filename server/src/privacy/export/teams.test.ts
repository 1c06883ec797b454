import { afterAll, beforeAll, expect, test } from 'vitest';
import { downloadExport } from '../../../testing/export-archives.ts';
import { aDraft, aFormOf, aPhotoFile, PASSWORD } from '../../../testing/factories.ts';
import { aTeam, addMember } from '../../../testing/members.ts';
import { startWorld, type World } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

test('the export of a user who owns two workspaces contains both in full', async () => {
  const { owner, editor } = await aTeam(world);
  const shop = await aDraft(owner, { caption: 'Da loja', files: [await aPhotoFile()] });
  // A new member works in the team they joined; this draft is in their own workspace.
  await editor.post(`/workspaces/${editor.user.workspace}/choose`);
  const own = await aDraft(editor, { caption: 'Só meu', files: [] });
  await owner.post(`/members/${editor.user._id}/owner`, { password: PASSWORD });

  const { names, json, text } = await downloadExport(world, editor);
  const captions = (name: string) =>
    (json(name) as { _id: string; caption: string }[]).map(({ _id: id, caption }) => [id, caption]);
  expect(captions('posts-001.json')).toEqual([[own._id, 'Só meu']]);
  expect(captions('equipe-2/posts-001.json')).toEqual([[shop._id, 'Da loja']]);
  const [post] = json('equipe-2/posts-001.json') as { mediaItems: { file: string }[] }[];
  expect(names).toContain(`equipe-2/${post?.mediaItems[0]?.file}`);
  expect(json('equipe-2/conta.json')).toMatchObject({
    plan: 'pro',
    workspace: { _id: owner.user.workspace },
  });
  expect(json('equipe-2/conta.json')).not.toHaveProperty('sessions');
  expect(json('equipe-2/equipe.json')).toMatchObject({
    members: expect.arrayContaining([expect.objectContaining({ email: owner.user.email })]),
  });
  expect(text('equipe-2/historico.json')).toContain('members.owner');
  expect(names.filter((name) => /^equipe-[^2]/.test(name))).toEqual([]);
  expect(text('leia-me.txt')).toContain('equipe-2/');

  const before = await downloadExport(world, owner);
  expect(before.names.filter((name) => name.startsWith('equipe-'))).toEqual([]);
  expect(before.text('posts-001.json')).not.toContain('Da loja');
});

test('the export of a removed member contains their actions without the content of the team', async () => {
  const { owner, editor } = await aTeam(world);
  const here = await aDraft(editor, { caption: 'Lançamento secreto', files: [] });
  await editor.put(`/scheduled/${here._id}`, aFormOf({ caption: 'Lançamento ainda secreto' }));
  expect((await downloadExport(world, editor)).text('historico.json')).toContain('secreto');
  await owner.delete(`/members/${editor.user._id}`);
  const trail = (await downloadExport(world, editor)).text('historico.json');
  expect(trail).toContain(owner.user.workspace);
  expect(trail).toContain('post.draft_edited');
  expect(trail).not.toContain('secreto');
});

test('three workspaces have a folder each', async () => {
  const [{ owner: first, editor }, { owner: second }] = [await aTeam(world), await aTeam(world)];
  await addMember(world, second, editor, 'editor');
  for (const owner of [first, second]) {
    await owner.post(`/members/${editor.user._id}/owner`, { password: PASSWORD });
  }
  const { json } = await downloadExport(world, editor);
  const workspaceIds = ['conta.json', 'equipe-2/conta.json', 'equipe-3/conta.json'].map(
    (name) => (json(name) as { workspace: { _id: string } }).workspace._id,
  );
  expect(new Set(workspaceIds)).toEqual(
    new Set([editor, first, second].map(({ user }) => user.workspace)),
  );
});
