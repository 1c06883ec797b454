import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startSandbox, type Sandbox } from '../../sandbox.ts';
import {
  callControl,
  callGraph,
  connectAccount,
  getErrorKey,
} from '../../../testing/graph-client.ts';
import {
  callInstagram,
  describeInstagramError,
  logInWithInstagram,
  type InstagramLogin,
  type LoginAnswer,
} from '../../../testing/instagram-login-client.ts';
import { createJpeg } from '../../../testing/media-bytes.ts';
import { startMediaHost, type MediaHost } from '../../../testing/media-host.ts';

let sandbox: Sandbox;
let host: MediaHost;
let login: InstagramLogin;

beforeAll(async () => {
  sandbox = await startSandbox({ processingMs: { image: 0, video: 0 } });
  host = await startMediaHost();
});
beforeEach(async () => {
  await sandbox.reset();
  login = await logInWithInstagram(sandbox);
});
afterAll(async () => {
  await host.close();
  await sandbox.close();
});

const call = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  params: Record<string, string> = {},
): Promise<LoginAnswer> =>
  callInstagram(sandbox, method, `/v25.0/${path}`, { access_token: login.token, ...params });

const createImage = (params: Record<string, string> = {}): Promise<LoginAnswer> =>
  call('POST', `${login.igId}/media`, {
    image_url: host.addFile('/bordado.jpg', createJpeg(1080, 1350)),
    ...params,
  });

async function publishImage(params: Record<string, string> = {}): Promise<string> {
  const container = await createImage(params);
  const published = await call('POST', `${login.igId}/media_publish`, {
    creation_id: container.body.id ?? '',
  });
  return published.body.id ?? '';
}

test('an account without a page publishes, is read and commented on', async () => {
  const container = await createImage({ caption: 'Bordado', collaborators: '["atelie.barro"]' });
  const id = container.body.id ?? '';
  expect((await call('GET', id, { fields: 'status_code' })).body).toMatchObject({
    status_code: 'FINISHED',
  });
  const published = await call('POST', `${login.igId}/media_publish`, { creation_id: id });
  const mediaId = published.body.id ?? '';
  const listed = await call('GET', `${login.igId}/media`, { fields: 'id,caption,permalink' });
  expect(listed.body['data']).toMatchObject([{ id: mediaId, caption: 'Bordado' }]);
  expect((await call('POST', `${mediaId}/comments`, { message: 'Oi' })).status).toBe(200);
  const insights = await call('GET', `${mediaId}/insights`, { metric: 'reach' });
  expect(insights.body['data']).toMatchObject([{ name: 'reach' }]);
  const quota = await call('GET', `${login.igId}/content_publishing_limit`, {
    fields: 'quota_usage,config',
  });
  expect(quota.body['data']).toMatchObject([{ quota_usage: 1 }]);
});

test('the next page of a list is on the same host', async () => {
  await publishImage({ caption: 'um' });
  await publishImage({ caption: 'dois' });
  const { body } = await call('GET', `${login.igId}/media`, { limit: '1' });
  const { next } = body['paging'] as { next: string };
  expect(next.startsWith(sandbox.services.INSTAGRAM_GRAPH_URL)).toBe(true);
  expect((await fetch(next)).status).toBe(200);
});

test.each([
  ['bytes of a video', { media_type: 'REELS', upload_type: 'resumable' }],
  ['products', { product_tags: '[]' }],
  ['licensed audio', { audio_configuration: '{}' }],
])('%s are refused: only Facebook Login has them', async (_, params) => {
  const answer = await call('POST', `${login.igId}/media`, params);
  expect(describeInstagramError(answer)).toBe('100 IGApiException');
});

test('the id of the owner is not that of the account, and a foreign account is unknown', async () => {
  for (const id of [login.scopedId, '17841400000000001']) {
    const answer = await call('POST', `${id}/media`, { image_url: 'http://x.example/a.jpg' });
    expect(describeInstagramError(answer)).toBe('100/33 IGApiException');
  }
});

test('errors of publishing are those of the other host', async () => {
  const answer = await createImage({ caption: 'a'.repeat(2201) });
  expect(describeInstagramError(answer)).toBe('36004/2207010 OAuthException');
  const early = await call('POST', `${login.igId}/media_publish`, { creation_id: '1' });
  expect(describeInstagramError(early)).toBe('24/2207006 OAuthException');
});

test('a missing permission is named as this login names it', async () => {
  const { token, igId } = await logInWithInstagram(sandbox, 'Sem permissão de publicar');
  const answer = await call('POST', `${igId}/media`, {
    access_token: token,
    image_url: host.addFile('/a.jpg', createJpeg(1080, 1350)),
  });
  expect(answer.body.error).toMatchObject({
    code: 10,
    message: expect.stringContaining('instagram_business_content_publish'),
  });
});

test.each([
  ['restricted', '25/2207050 OAuthException'],
  ['publishing-authorization', '368/1404078 OAuthException'],
  ['media-unreachable', '9004/2207052 OAuthException'],
  ['personal', '100/33 IGApiException'],
  ['app-in-development', '100 IGApiException'],
  ['page-unlinked', undefined],
  ['page-without-task', undefined],
])('an account in the situation %s is answered with %s', async (situation, error) => {
  await callControl(sandbox, '/instagram/situations', { username: 'lia.prates', situation });
  expect(describeInstagramError(await createImage())).toBe(error);
});

test('both logins reach the same account, and the tokens of each only their own host', async () => {
  const facebook = await connectAccount(sandbox, 'atelie.barro');
  const instagram = await logInWithInstagram(sandbox, 'atelie.barro');
  expect(instagram.igId).toBe(facebook.igId);
  const foreign = await call('GET', facebook.igId, { access_token: facebook.pageToken });
  expect(describeInstagramError(foreign)).toBe('190 OAuthException');
  await callControl(sandbox, '/instagram/removals', { username: 'atelie.barro', action: 'remove' });
  const params = { access_token: facebook.pageToken };
  expect(getErrorKey(await callGraph(sandbox, 'GET', `/${facebook.igId}`, params))).toBe('190/458');
  const own = await call('GET', instagram.igId, { access_token: instagram.token });
  expect(own.status).toBe(200);
});

test('a container is unknown to the app of the other login', async () => {
  const facebook = await connectAccount(sandbox, 'atelie.barro');
  const instagram = await logInWithInstagram(sandbox, 'atelie.barro');
  const imageUrl = host.addFile('/vaso.jpg', createJpeg(1080, 1350));
  const created = await callGraph(sandbox, 'POST', `/${facebook.igId}/media`, {
    access_token: facebook.pageToken,
    image_url: imageUrl,
  });
  const params = { access_token: instagram.token };
  const foreign = await call('GET', String(created.body['id']), params);
  expect(describeInstagramError(foreign)).toBe('100/33 IGApiException');
  const own = await call('POST', `${instagram.igId}/media`, { ...params, image_url: imageUrl });
  const read = await callGraph(sandbox, 'GET', `/${own.body.id}`, {
    access_token: facebook.pageToken,
  });
  expect(getErrorKey(read)).toBe('100/33');
});
