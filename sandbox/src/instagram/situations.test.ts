import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import {
  ALL_SCOPES,
  callControl,
  callGraph,
  getErrorKey,
  REDIRECT_URI,
} from '../../testing/graph-client.ts';
import { createJpeg } from '../../testing/media-bytes.ts';
import { openPublishingFixture, type PublishingFixture } from '../../testing/publishing-fixture.ts';

const USERNAME = 'atelie.barro';
let fixture: PublishingFixture;

beforeEach(async () => {
  fixture = await openPublishingFixture();
});
afterEach(() => fixture.close());

const setSituation = (situation: string, username = USERNAME) =>
  callControl(fixture.sandbox, '/instagram/situations', { username, situation });

const readAs = (token: string, path: string, params: Record<string, string> = {}) =>
  callGraph(fixture.sandbox, 'GET', path, { access_token: token, ...params });

const pageSchema = z.looseObject({
  tasks: z.array(z.string()),
  instagram_business_account: z.object({ id: z.string() }).optional(),
  connected_instagram_account: z.object({ id: z.string(), username: z.string() }).optional(),
});
async function readPages() {
  const fields = 'tasks,instagram_business_account,connected_instagram_account{id,username}';
  const { body } = await readAs(fixture.userToken, '/me/accounts', { fields });
  return z.object({ data: z.array(pageSchema) }).parse(body).data;
}

async function inspectToken(token: string) {
  const { META_APP_ID, META_APP_SECRET } = fixture.sandbox.services;
  const { body } = await readAs(`${META_APP_ID}|${META_APP_SECRET}`, '/debug_token', {
    input_token: token,
  });
  const data = z.object({ is_valid: z.boolean(), scopes: z.array(z.string()) });
  return z.object({ data }).parse(body).data;
}

const imageUrl = () => fixture.host.addFile('/vaso.jpg', createJpeg(1080, 1350));
const createPost = () => fixture.create({ image_url: imageUrl() });
const createStory = () => fixture.create({ image_url: imageUrl(), media_type: 'STORIES' });

const openDialog = (overrides: Record<string, string> = {}) =>
  fetch(`${fixture.sandbox.url}/v25.0/dialog/oauth`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      client_id: fixture.sandbox.services.META_APP_ID,
      redirect_uri: REDIRECT_URI,
      scope: ALL_SCOPES,
      choice: USERNAME,
      ...overrides,
    }),
  });

test('a creator account takes posts and no stories', async () => {
  await setSituation('creator');
  expect(getErrorKey(await createPost())).toBeUndefined();
  expect(getErrorKey(await createStory())).toBe('10');
});

test('the page of a personal account names it, but not as a professional account', async () => {
  await setSituation('personal');
  const [page] = await readPages();
  expect(page?.instagram_business_account).toBeUndefined();
  expect(page?.connected_instagram_account?.username).toBe(USERNAME);
  expect(getErrorKey(await createPost())).toBe('100/33');
});

test('the page of an account that is not linked names none', async () => {
  await setSituation('page-unlinked');
  const [page] = await readPages();
  expect(page?.instagram_business_account).toBeUndefined();
  expect(page?.connected_instagram_account).toBeUndefined();
  expect(getErrorKey(await createPost())).toBe('100/33');
});

test('a page without the task takes no post', async () => {
  await setSituation('page-without-task');
  const [page] = await readPages();
  expect(page?.tasks).toEqual(['ANALYZE']);
  expect(getErrorKey(await createPost())).toBe('200');
});

test('a page of another person is missing in the list, and its token remains valid', async () => {
  await setSituation('page-of-another-person');
  expect(await readPages()).toEqual([]);
  expect(getErrorKey(await createPost())).toBe('100/33');
  expect((await inspectToken(fixture.pageToken)).is_valid).toBe(true);
});

test('a page that demands an authorization refuses posts until its owner has it', async () => {
  await setSituation('publishing-authorization');
  expect(getErrorKey(await createPost())).toBe('368/1404078');
  await setSituation('none');
  expect(getErrorKey(await createPost())).toBeUndefined();
});

test('a page that demands a second factor refuses its own token only', async () => {
  await setSituation('two-factor');
  expect(getErrorKey(await createPost())).toBe('190/492');
  expect(await readPages()).toHaveLength(1);
  expect((await inspectToken(fixture.pageToken)).is_valid).toBe(true);
});

test('an app in development is refused for a person without a role, whose token remains valid', async () => {
  await setSituation('app-in-development');
  expect(getErrorKey(await readAs(fixture.userToken, '/me'))).toBe('200');
  expect(getErrorKey(await createPost())).toBe('200');
  expect((await inspectToken(fixture.pageToken)).is_valid).toBe(true);
  expect((await openDialog()).status).toBe(400);
  const returned = await openDialog({ config_id: '123' });
  const { searchParams } = new URL(returned.headers.get('location') ?? '');
  expect(searchParams.get('error')).toBe('access_denied');
});

test('a spent quota is reported, and refuses the publish call', async () => {
  const container = await fixture.createImage();
  await setSituation('quota-spent');
  const { body } = await readAs(fixture.pageToken, `/${fixture.igId}/content_publishing_limit`, {
    fields: 'quota_usage,config',
  });
  expect(body['data']).toMatchObject([{ quota_usage: 100, config: { quota_total: 100 } }]);
  expect(getErrorKey(await fixture.publish(container))).toBe('9/2207042');
});

test('a restricted account is refused a container', async () => {
  await setSituation('restricted');
  expect(getErrorKey(await createPost())).toBe('25/2207050');
});

test('media that cannot be reached is refused at once for an image, and later for a video', async () => {
  await setSituation('media-unreachable');
  expect(getErrorKey(await createPost())).toBe('9004/2207052');
  const video_url = fixture.host.addFile('/reel.mp4', Buffer.from('not downloaded'));
  const { body } = await fixture.create({ video_url, media_type: 'REELS' });
  await expect.poll(() => fixture.status(body.id ?? '')).toBe('ERROR');
});

test('a situation belongs to one account, and unknown ones are refused', async () => {
  await callControl(fixture.sandbox, '/instagram/accounts', { username: 'loja.dois' });
  await setSituation('restricted', 'loja.dois');
  expect(getErrorKey(await createPost())).toBeUndefined();
  expect((await setSituation('restricted', 'sem.conta')).status).toBe(400);
  expect((await setSituation('moody')).status).toBe(400);
});
