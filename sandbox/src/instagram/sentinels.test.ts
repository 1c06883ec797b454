import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import {
  chooseInDialog,
  connectAccount,
  callControl,
  getErrorKey,
  callGraph,
  listPublished,
  type GraphResponse,
} from '../../testing/graph-client.ts';
import { createJpeg } from '../../testing/media-bytes.ts';
import { openPublishingFixture, type PublishingFixture } from '../../testing/publishing-fixture.ts';

const HOUR = 3_600_000;
let fixture: PublishingFixture;

beforeEach(async () => {
  fixture = await openPublishingFixture();
});
afterEach(() => fixture.close());

const accountSchema = z.strictObject({
  ig_user_id: z.string(),
  username: z.string(),
  user_id: z.string(),
  user_access_token: z.string(),
  user_expires_in: z.number(),
  page_id: z.string(),
  page_access_token: z.string(),
});
type SandboxAccount = z.infer<typeof accountSchema>;

async function createAccount(username: string): Promise<SandboxAccount> {
  const response = await callControl(fixture.sandbox, '/instagram/accounts', { username });
  return accountSchema.parse(await response.json());
}

async function publishAs({
  ig_user_id,
  page_access_token,
}: SandboxAccount): Promise<GraphResponse> {
  const access_token = page_access_token;
  const image_url = fixture.host.addFile('/vaso.jpg', createJpeg(1080, 1350));
  const made = await callGraph(fixture.sandbox, 'POST', `/${ig_user_id}/media`, {
    image_url,
    access_token,
  });
  return callGraph(fixture.sandbox, 'POST', `/${ig_user_id}/media_publish`, {
    creation_id: made.body.id ?? '',
    access_token,
  });
}

test('a caption makes its creation fail once, and the next one succeeds', async () => {
  const image_url = fixture.host.addFile('/vaso.jpg', createJpeg(1080, 1350));
  const caption = 'Vaso torto #falha_create_36003_2207009';
  expect(getErrorKey(await fixture.create({ image_url, caption }))).toBe('36003/2207009');
  expect((await fixture.create({ image_url, caption })).status).toBe(200);
  expect((await fixture.create({ image_url, caption })).status).toBe(200);
  const other = { image_url, caption: `${caption} outra vez` };
  expect(getErrorKey(await fixture.create(other))).toBe('36003/2207009');
});

test.each([
  ['9007', '9007/2207027', 0],
  ['-1/2207001', '-1/2207001', 0],
  ['403-2207051-but-published', '4/2207051', 1],
  ['500-code2', '2', 0],
])('a caption can cause %s at the publish', async (fault, error, posts) => {
  const caption = `Feira #falha_publish_${fault.replaceAll(/\W/g, '_')} #ceramica`;
  const container = await fixture.createImage({ caption });
  expect(getErrorKey(await fixture.publish(container))).toBe(error);
  expect(await listPublished(fixture.sandbox)).toHaveLength(posts);
  const retry = await fixture.publish(container);
  expect(getErrorKey(retry)).toBe(posts === 0 ? undefined : '24/2207008');
});

test('a caption can cut the connection after the post is published', async () => {
  const caption = '#falha_publish_timeout_after_commit';
  const container = await fixture.createImage({ caption });
  await expect(fixture.publish(container)).rejects.toThrow('fetch failed');
  expect(await listPublished(fixture.sandbox)).toHaveLength(1);
});

test('a caption can set the delay of a late effect', async () => {
  const caption = '#falha_publish_late_effect_90s';
  const container = await fixture.createImage({ caption });
  await expect(fixture.publish(container)).rejects.toThrow('fetch failed');
  await callControl(fixture.sandbox, '/clock', { advanceMs: 80_000 });
  expect(await listPublished(fixture.sandbox)).toEqual([]);
  await callControl(fixture.sandbox, '/clock', { advanceMs: 10_000 });
  expect(await listPublished(fixture.sandbox)).toHaveLength(1);
});

test('a caption can make its container fail, or match the copyright check', async () => {
  const broken = await fixture.createImage({ caption: '#falha_status_error_2207026' });
  expect(await fixture.status(broken)).toBe('ERROR');
  const again = await fixture.createImage({ caption: '#falha_status_error_2207026' });
  expect(await fixture.status(again)).toBe('FINISHED');
  const matched = await fixture.createImage({ caption: '#falha_status_copyright' });
  expect(await fixture.readFields(matched, 'copyright_check_status')).toMatchObject({
    copyright_check_status: { status: 'completed', matches_found: true },
  });
});

test('one caption can contain several sentinels, each of which strikes once', async () => {
  const caption = '#falha_publish_9007 #falha_publish_9007 #falha_permalink_100_33';
  const container = await fixture.createImage({ caption });
  expect(getErrorKey(await fixture.publish(container))).toBe('9007/2207027');
  expect(getErrorKey(await fixture.publish(container))).toBe('9007/2207027');
  const { body } = await fixture.publish(container);
  expect(await fixture.readFields(body.id ?? '', 'permalink')).toHaveProperty('error');
  expect(await fixture.readFields(body.id ?? '', 'permalink')).toHaveProperty('permalink');
});

test('the caption of a story and the alternative text of a carousel item can contain sentinels', async () => {
  const image_url = fixture.host.addFile('/story.jpg', createJpeg(1080, 1080));
  const story = await fixture.create({
    media_type: 'STORIES',
    image_url,
    caption: '#falha_publish_9007',
  });
  expect(getErrorKey(await fixture.publish(story.body.id ?? ''))).toBe('9007/2207027');
  expect((await fixture.publish(story.body.id ?? '')).status).toBe(200);
  const item = { image_url, is_carousel_item: 'true', alt_text: '#falha_create_9004' };
  expect(getErrorKey(await fixture.create(item))).toBe('9004/2207052');
  expect((await fixture.create(item)).status).toBe(200);
});

test('words that only resemble a sentinel change nothing', async () => {
  const container = await fixture.createImage({ caption: '#falha_publish_azar #falha_danca_9007' });
  expect((await fixture.publish(container)).status).toBe(200);
});

test('an account named sem.cota has no publishing quota', async () => {
  const account = await createAccount('sem.cota.1');
  const access_token = account.page_access_token;
  const path = `/${account.ig_user_id}/content_publishing_limit`;
  const limit = await callGraph(fixture.sandbox, 'GET', path, { fields: 'config', access_token });
  expect(limit.body['data']).toMatchObject([{ config: { quota_total: 0 } }]);
  expect(getErrorKey(await publishAs(account))).toBe('9/2207042');
});

test('an account named restrita is refused when a container is created', async () => {
  const account = await createAccount('restrita');
  const create = await callGraph(fixture.sandbox, 'POST', `/${account.ig_user_id}/media`, {
    media_type: 'REELS',
    upload_type: 'resumable',
    access_token: account.page_access_token,
  });
  expect(getErrorKey(create)).toBe('25/2207050');
});

test('an account named criador may publish photos and no stories', async () => {
  const account = await createAccount('criador.de.barro');
  const image_url = fixture.host.addFile('/foto.jpg', createJpeg(1080, 1080));
  const create = (more: object) =>
    callGraph(fixture.sandbox, 'POST', `/${account.ig_user_id}/media`, {
      image_url,
      access_token: account.page_access_token,
      ...more,
    });
  expect(getErrorKey(await create({ media_type: 'STORIES' }))).toBe('10');
  expect((await create({})).status).toBe(200);
});

test('the tokens of token.expirado expire an hour after the login, even when extended', async () => {
  const account = await createAccount('token.expirado');
  expect(account.user_expires_in).toBe(3600);
  expect((await publishAs(account)).status).toBe(200);
  const connection = await connectAccount(fixture.sandbox, 'token.expirado');
  await callControl(fixture.sandbox, '/clock', { advanceMs: HOUR });
  expect(getErrorKey(await publishAs(account))).toBe('190/463');
  const me = await callGraph(fixture.sandbox, 'GET', '/me', { access_token: connection.userToken });
  expect(getErrorKey(me)).toBe('190/463');
  expect((await publishAs(await createAccount('token.expirado'))).status).toBe(200);
});

test('an added account can log in again, by the control call and in the dialog', async () => {
  const first = await createAccount('padaria.sol');
  await callControl(fixture.sandbox, '/faults', {
    service: 'instagram',
    step: 'token',
    fault: '460',
    username: 'padaria.sol',
  });
  expect(getErrorKey(await publishAs(first))).toBe('190/460');
  const second = await createAccount('padaria.sol');
  expect(second).toMatchObject({ ig_user_id: first.ig_user_id, user_expires_in: 5_184_000 });
  expect((await publishAs(second)).status).toBe(200);
  expect(getErrorKey(await publishAs(first))).toBe('190/460');
  expect((await chooseInDialog(fixture.sandbox, 'padaria.sol')).searchParams.get('code')).toMatch(
    /^AQ/,
  );
});
