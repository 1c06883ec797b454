import { truncate, mkdir, rm } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  requestExport,
  exportLink,
  downloadExport,
  unzip,
} from '../../../testing/export-archives.ts';
import {
  aDraft,
  aPhotoFile,
  aUser,
  dataOf,
  PASSWORD,
  request,
  type Client,
} from '../../../testing/factories.ts';
import { aGoogleUser, signInWithGoogle } from '../../../testing/google.ts';
import { addMember as joinTeam } from '../../../testing/members.ts';
import { startWorld, type World } from '../../../testing/world.ts';
import {
  copiedColumns,
  copiesOfPost,
} from '../../platform/database/fragments/publication-copies.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const MINUTE = 60_000;
/** Larger than the buffers between a server and a client that does not read. */
const LARGE = 48 * 1024 * 1024;

const statusOf = async (url: string) => {
  const response = await fetch(url);
  await response.body?.cancel();
  return response.status;
};
const linkInvalid = {
  success: false,
  code: 'EXPORT_LINK_INVALID',
  message: 'Este link de download não vale mais. Baixe os seus dados de novo em Sua conta.',
};

async function objectOf({ _id }: { _id: string }): Promise<string> {
  const found = await sql<{ sha256: string }>`select f.sha256 from post_media m
    join media_files f on f.id = m.file_id where m.post_id = ${_id}`.execute(world.database.db);
  const sha256 = found.rows[0]?.sha256 ?? '';
  return join(world.folder, 'media', sha256.slice(0, 2), sha256);
}

/** Is not read. `fetch` would open a new connection for each one that it closes, and delay the shutdown. */
const startDownload = (link: string) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    get(link, { agent: false }, resolve).once('error', reject);
  });

async function ownerWithLargeFile(): Promise<Client> {
  const client = await aUser(world);
  await truncate(await objectOf(await aDraft(client, { files: [await aPhotoFile()] })), LARGE);
  return client;
}

describe('the request for an export', () => {
  test('needs the password', async () => {
    const client = await aUser(world);
    expect(await requestExport(client, 'Errada123')).toMatchObject({
      status: 403,
      body: { code: 'WRONG_PASSWORD', errors: { password: expect.stringContaining('Senha') } },
    });
    expect(await client.post('/account/export', {})).toMatchObject({ status: 403 });
    const download = dataOf(await requestExport(client));
    expect(await statusOf(`${world.url}${download.url}`)).toBe(200);
    expect(Date.parse(download.expiresAt)).toBeGreaterThan(world.now().getTime());
  });

  test('is rate limited after ten attempts', async () => {
    const client = await aUser(world);
    for (let time = 0; time < 10; time += 1) await requestExport(client, 'Errada123');
    expect(await requestExport(client)).toMatchObject({
      status: 429,
      body: { code: 'RATE_LIMITED' },
    });
  });

  test('of a user without a password needs a recent Google sign-in', async () => {
    const person = await aGoogleUser(world, { email: 'leva.tudo@gmail.com' });
    const { token } = await signInWithGoogle(world, person);
    const ask = () =>
      request<{ url: string }>(world, 'POST', '/account/export', { token, json: {} });
    expect(await statusOf(`${world.url}${dataOf(await ask()).url}`)).toBe(200);
    await world.advanceTime(11 * MINUTE);
    expect(await ask()).toMatchObject({ status: 403, body: { code: 'SIGN_IN_AGAIN' } });
  });
});

describe('the link', () => {
  test('is valid for ten minutes', async () => {
    const link = await exportLink(world, await aUser(world));
    await world.advanceTime(9 * MINUTE);
    expect(await statusOf(link)).toBe(200);
    await world.advanceTime(2 * MINUTE);
    const late = await fetch(link);
    expect([late.status, await late.json()]).toEqual([404, linkInvalid]);
    expect(late.headers.get('cache-control')).toBe('no-store');
  });

  test('cannot be altered, guessed or used for another user', async () => {
    const [client, other] = [await aUser(world), await aUser(world)];
    const link = new URL(await exportLink(world, client));
    const [, , session = '', expires = '', signature = ''] = link.pathname.split('/');
    const [, , theirs = ''] = new URL(await exportLink(world, other)).pathname.split('/');
    const bent = [
      `/export/${theirs}/${expires}/${signature}`,
      `/export/${session}/${Number(expires) + MINUTE}/${signature}`,
      `/export/${session}/${expires}/${signature.slice(0, -2)}`,
      `/export/${session}/${expires}/x`,
      `/export/nobody/${expires}/${signature}`,
      `/export/${session}/NaN/${signature}`,
    ];
    for (const path of bent) {
      const answer = await fetch(`${world.url}${path}`);
      expect([answer.status, await answer.json()]).toEqual([404, linkInvalid]);
    }
    expect(await statusOf(link.href)).toBe(200);
  });

  test('ends with the session that requested it and not with another one', async () => {
    const client = await aUser(world);
    const json = { email: client.user.email, password: PASSWORD };
    const other = dataOf(
      await request<{ token: string }>(world, 'POST', '/auth/login', { json }),
    ).token;
    const link = await exportLink(world, client);
    await request(world, 'POST', '/auth/logout', { token: other });
    expect(await statusOf(link)).toBe(200);
    await client.post('/auth/logout');
    expect(await statusOf(link)).toBe(404);
  });

  test('ends when the password changes although the session stays', async () => {
    const client = await aUser(world);
    const link = await exportLink(world, client);
    const passwords = { currentPassword: PASSWORD, newPassword: 'Outra456' };
    expect((await client.post('/account/password', passwords)).status).toBe(200);
    expect(await statusOf(link)).toBe(404);
    expect((await requestExport(client, 'Outra456')).status).toBe(200);
  });
});

describe('a download', () => {
  test('is one of at most two per user, and an aborted one frees its slot', async () => {
    const client = await ownerWithLargeFile();
    const link = await exportLink(world, client);
    const [first, second] = [await startDownload(link), await startDownload(link)];
    const running = { status: 429, body: { code: 'EXPORT_RUNNING' } };
    expect(await requestExport(client)).toMatchObject(running);
    const third = await fetch(link);
    expect({ status: third.status, body: await third.json() }).toMatchObject(running);
    expect(third.headers.get('retry-after')).toBe('30');
    expect((await downloadExport(world, await aUser(world))).response.status).toBe(200);
    first.destroy();
    await expect.poll(async () => (await requestExport(client)).status).toBe(200);
    second.destroy();
  });

  test('is one of at most ten per process', async () => {
    const link = await exportLink(world, await aUser(world));
    const owners = await Promise.all(Array.from({ length: 5 }, () => ownerWithLargeFile()));
    const under = await Promise.all(
      owners.flatMap((owner) =>
        [0, 1].map(async () => startDownload(await exportLink(world, owner))),
      ),
    );
    expect(under.map(({ statusCode }) => statusCode)).toEqual(
      Array.from({ length: 10 }, () => 200),
    );
    const busy = await fetch(link);
    expect([busy.status, await busy.json()]).toMatchObject([503, { code: 'EXPORT_BUSY' }]);
    for (const response of under) response.destroy();
    await expect.poll(() => statusOf(link)).toBe(200);
  });

  test('lists a missing file and contains all others', async () => {
    const client = await aUser(world);
    const [lost, intact] = [await aDraft(client), await aDraft(client)];
    await rm(await objectOf(lost));
    const { names, text, json } = await downloadExport(world, client);
    expect(names.filter((name) => name.includes(lost._id))).toEqual([]);
    expect(names.filter((name) => name.includes(intact._id))).toHaveLength(1);
    expect(text('faltou.txt')).toMatch(new RegExp(`^midia/\\S+_${lost._id}_01.jpg$`, 'm'));
    expect(text('faltou.txt')).not.toContain(intact._id);
    expect(json('posts-001.json')).toHaveLength(2);
  });

  test('breaks off at an unreadable file and does not open as a complete archive', async () => {
    const client = await aUser(world);
    const broken = await objectOf(await aDraft(client));
    await rm(broken);
    // A directory has a size but cannot be read.
    await mkdir(broken);
    const { bytes, failed } = await readAll(await fetch(await exportLink(world, client)));
    expect(failed).toBe(true);
    await expect(unzip(bytes)).rejects.toThrow(/end of central directory/i);
    expect((await requestExport(client)).status).toBe(200);
  });

  test('ends with the session at the next page', async () => {
    const client = await ownerWithLargeFile();
    const under = await fetch(await exportLink(world, client));
    await client.post('/auth/logout');
    expect((await readAll(under)).failed).toBe(true);
  });

  test('ends at the next page after another user became the owner of the workspace', async () => {
    const client = await ownerWithLargeFile();
    const next = await aUser(world);
    await joinTeam(world, client, next, 'editor');
    const under = await fetch(await exportLink(world, client));
    dataOf(await client.post(`/members/${next.user._id}/owner`, { password: PASSWORD }));
    expect((await readAll(under)).failed).toBe(true);
  });

  test('ends with the session in the middle of a file within half a minute', async () => {
    const client = await ownerWithLargeFile();
    const under = await fetch(await exportLink(world, client));
    await client.post('/auth/logout');
    await world.advanceTime(31_000);
    const { bytes, failed } = await readAll(under);
    expect(failed).toBe(true);
    expect(bytes.length).toBeLessThan(LARGE / 2);
  });
});

test('three thousand posts are exported once each and in order, one page per file', async () => {
  const client = await aUser(world);
  const { db } = world.database;
  await sql`
    with created as (
      insert into posts (id, workspace_id, created_by, media_type, caption, scheduled_time)
      select gen_random_uuid(), m.workspace_id, m.user_id, 'IMAGE', 'Post ' || n,
        app_now() - make_interval(hours => n)
      from workspace_members m, generate_series(1, 3000) n where m.user_id = ${client.user._id}
      returning *)
    insert into publications (${copiedColumns}, state, next_step_at)
    select ${copiesOfPost}, case when is_draft then 'draft' else 'preparing' end,
      case when not is_draft then scheduled_time end
    from (select *, row_number() over () % 3 = 0 as is_draft from created) made`.execute(db);
  const made = await sql<{ id: string; caption: string }>`
    select id, caption from posts where created_by = ${client.user._id} order by id`.execute(db);
  expect(made.rows).toHaveLength(3000);
  const { names, json } = await downloadExport(world, client);
  const files = names.filter((name) => name.startsWith('posts-'));
  expect(files).toEqual([1, 2, 3, 4, 5, 6].map((part) => `posts-00${part}.json`));
  const exported = files.flatMap((name) => json(name) as { _id: string; caption: string }[]);
  expect(exported.map(({ _id: id, caption }) => ({ id, caption }))).toEqual(made.rows);
});

async function readAll(response: Response): Promise<{ bytes: Buffer; failed: boolean }> {
  const parts: Uint8Array[] = [];
  try {
    for await (const part of response.body ?? []) parts.push(part);
    return { bytes: Buffer.concat(parts), failed: false };
  } catch {
    return { bytes: Buffer.concat(parts), failed: true };
  }
}
