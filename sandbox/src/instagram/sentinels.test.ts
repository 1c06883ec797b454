import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import {
  choose,
  connect,
  control,
  errorOf,
  graph,
  published,
  type GraphAnswer,
} from '../testing/graph-client.ts';
import { jpeg } from '../testing/media-bytes.ts';
import { openStudio, type Studio } from '../testing/studio.ts';

const HOUR = 3_600_000;
let studio: Studio;

beforeEach(async () => {
  studio = await openStudio();
});
afterEach(() => studio.close());

const moveInSchema = z.strictObject({
  ig_user_id: z.string(),
  username: z.string(),
  user_id: z.string(),
  user_access_token: z.string(),
  user_expires_in: z.number(),
  page_id: z.string(),
  page_access_token: z.string(),
});
type Neighbour = z.infer<typeof moveInSchema>;

async function moveIn(username: string): Promise<Neighbour> {
  const response = await control(studio.sandbox, '/instagram/accounts', { username });
  return moveInSchema.parse(await response.json());
}

async function publishAs({ ig_user_id, page_access_token }: Neighbour): Promise<GraphAnswer> {
  const access_token = page_access_token;
  const image_url = studio.host.offer('/vaso.jpg', jpeg(1080, 1350));
  const made = await graph(studio.sandbox, 'POST', `/${ig_user_id}/media`, {
    image_url,
    access_token,
  });
  return graph(studio.sandbox, 'POST', `/${ig_user_id}/media_publish`, {
    creation_id: made.body.id ?? '',
    access_token,
  });
}

test('a caption makes its creation fail once, and the next one works', async () => {
  const image_url = studio.host.offer('/vaso.jpg', jpeg(1080, 1350));
  const caption = 'Vaso torto #falha_create_36003_2207009';
  expect(errorOf(await studio.create({ image_url, caption }))).toBe('36003/2207009');
  expect((await studio.create({ image_url, caption })).status).toBe(200);
  expect((await studio.create({ image_url, caption })).status).toBe(200);
  const other = { image_url, caption: `${caption} outra vez` };
  expect(errorOf(await studio.create(other))).toBe('36003/2207009');
});

test.each([
  ['9007', '9007/2207027', 0],
  ['-1/2207001', '-1/2207001', 0],
  ['403-2207051-but-published', '4/2207051', 1],
  ['500-code2', '2', 0],
])('a caption can ask for %s at the publish', async (fault, error, posts) => {
  const caption = `Feira #falha_publish_${fault.replaceAll(/\W/g, '_')} #ceramica`;
  const container = await studio.createImage({ caption });
  expect(errorOf(await studio.publish(container))).toBe(error);
  expect(await published(studio.sandbox)).toHaveLength(posts);
  const retry = await studio.publish(container);
  expect(errorOf(retry)).toBe(posts === 0 ? undefined : '24/2207008');
});

test('a caption can cut the connection after the post is there', async () => {
  const caption = '#falha_publish_timeout_after_commit';
  const container = await studio.createImage({ caption });
  await expect(studio.publish(container)).rejects.toThrow('fetch failed');
  expect(await published(studio.sandbox)).toHaveLength(1);
});

test('a caption can say how long a late effect takes', async () => {
  const caption = '#falha_publish_late_effect_90s';
  const container = await studio.createImage({ caption });
  await expect(studio.publish(container)).rejects.toThrow('fetch failed');
  await control(studio.sandbox, '/clock', { advanceMs: 80_000 });
  expect(await published(studio.sandbox)).toEqual([]);
  await control(studio.sandbox, '/clock', { advanceMs: 10_000 });
  expect(await published(studio.sandbox)).toHaveLength(1);
});

test('a caption can break its container, or have its music found', async () => {
  const broken = await studio.createImage({ caption: '#falha_status_error_2207026' });
  expect(await studio.status(broken)).toBe('ERROR');
  const again = await studio.createImage({ caption: '#falha_status_error_2207026' });
  expect(await studio.status(again)).toBe('FINISHED');
  const matched = await studio.createImage({ caption: '#falha_status_copyright' });
  expect(await studio.look(matched, 'copyright_check_status')).toMatchObject({
    copyright_check_status: { status: 'completed', matches_found: true },
  });
});

test('one caption can hold several sentinels, each strikes once', async () => {
  const caption = '#falha_publish_9007 #falha_publish_9007 #falha_permalink_100_33';
  const container = await studio.createImage({ caption });
  expect(errorOf(await studio.publish(container))).toBe('9007/2207027');
  expect(errorOf(await studio.publish(container))).toBe('9007/2207027');
  const { body } = await studio.publish(container);
  expect(await studio.look(body.id ?? '', 'permalink')).toHaveProperty('error');
  expect(await studio.look(body.id ?? '', 'permalink')).toHaveProperty('permalink');
});

test('a story takes it from its caption, a carousel item from its alternative text', async () => {
  const image_url = studio.host.offer('/story.jpg', jpeg(1080, 1080));
  const story = await studio.create({
    media_type: 'STORIES',
    image_url,
    caption: '#falha_publish_9007',
  });
  expect(errorOf(await studio.publish(story.body.id ?? ''))).toBe('9007/2207027');
  expect((await studio.publish(story.body.id ?? '')).status).toBe(200);
  const item = { image_url, is_carousel_item: 'true', alt_text: '#falha_create_9004' };
  expect(errorOf(await studio.create(item))).toBe('9004/2207052');
  expect((await studio.create(item)).status).toBe(200);
});

test('words that only look like a sentinel change nothing', async () => {
  const container = await studio.createImage({ caption: '#falha_publish_azar #falha_danca_9007' });
  expect((await studio.publish(container)).status).toBe(200);
});

test('an account named sem.cota has no room for a post', async () => {
  const account = await moveIn('sem.cota.1');
  const access_token = account.page_access_token;
  const path = `/${account.ig_user_id}/content_publishing_limit`;
  const limit = await graph(studio.sandbox, 'GET', path, { fields: 'config', access_token });
  expect(limit.body['data']).toMatchObject([{ config: { quota_total: 0 } }]);
  expect(errorOf(await publishAs(account))).toBe('9/2207042');
});

test('an account named restrita is refused when a container is created', async () => {
  const account = await moveIn('restrita');
  const create = await graph(studio.sandbox, 'POST', `/${account.ig_user_id}/media`, {
    media_type: 'REELS',
    upload_type: 'resumable',
    access_token: account.page_access_token,
  });
  expect(errorOf(create)).toBe('25/2207050');
});

test('an account named criador may publish photos and no stories', async () => {
  const account = await moveIn('criador.de.barro');
  const image_url = studio.host.offer('/foto.jpg', jpeg(1080, 1080));
  const create = (more: object) =>
    graph(studio.sandbox, 'POST', `/${account.ig_user_id}/media`, {
      image_url,
      access_token: account.page_access_token,
      ...more,
    });
  expect(errorOf(await create({ media_type: 'STORIES' }))).toBe('10');
  expect((await create({})).status).toBe(200);
});

test('the tokens of token.expirado end an hour after the login, however prolonged', async () => {
  const account = await moveIn('token.expirado');
  expect(account.user_expires_in).toBe(3600);
  expect((await publishAs(account)).status).toBe(200);
  const connection = await connect(studio.sandbox, 'token.expirado');
  await control(studio.sandbox, '/clock', { advanceMs: HOUR });
  expect(errorOf(await publishAs(account))).toBe('190/463');
  const me = await graph(studio.sandbox, 'GET', '/me', { access_token: connection.userToken });
  expect(errorOf(me)).toBe('190/463');
  expect((await publishAs(await moveIn('token.expirado'))).status).toBe(200);
});

test('who moved in can log in again, by the control call and in the dialog', async () => {
  const first = await moveIn('padaria.sol');
  await control(studio.sandbox, '/faults', {
    service: 'instagram',
    step: 'token',
    fault: '460',
    username: 'padaria.sol',
  });
  expect(errorOf(await publishAs(first))).toBe('190/460');
  const second = await moveIn('padaria.sol');
  expect(second).toMatchObject({ ig_user_id: first.ig_user_id, user_expires_in: 5_184_000 });
  expect((await publishAs(second)).status).toBe(200);
  expect(errorOf(await publishAs(first))).toBe('190/460');
  expect((await choose(studio.sandbox, 'padaria.sol')).searchParams.get('code')).toMatch(/^AQ/);
});
