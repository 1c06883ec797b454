import sdk from 'facebook-nodejs-business-sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callControl } from '../../testing/graph-client.ts';
import { createJpeg } from '../../testing/media-bytes.ts';
import { openPublishingFixture, type PublishingFixture } from '../../testing/publishing-fixture.ts';

// Meta's own client, unchanged: what it sends and reads is what the Graph API takes and answers.
const { FacebookAdsApi, IGComment, IGMedia, IGUser, User } = sdk;

let fixture: PublishingFixture;
let account: InstanceType<typeof IGUser>;

beforeAll(async () => {
  fixture = await openPublishingFixture();
  // The SDK has its host as a constant.
  Object.defineProperty(FacebookAdsApi, 'GRAPH', { get: () => fixture.sandbox.url });
  account = new IGUser(fixture.igId, {}, undefined, createApi(fixture.pageToken));
});
afterAll(() => fixture.close());

const createApi = (token: string) => new FacebookAdsApi(token, 'pt_BR', false);

async function publish(caption: string): Promise<InstanceType<typeof IGMedia>> {
  const image_url = fixture.host.addFile('/vaso.jpg', createJpeg(1080, 1350));
  const container = await account.createMedia(['id'], { image_url, caption });
  const { id } = await account.createMediaPublish(['id'], { creation_id: container.id });
  return new IGMedia(id, {}, undefined, createApi(fixture.pageToken));
}

test('a person’s pages are listed', async () => {
  const person = new User('me', {}, undefined, createApi(fixture.userToken));
  const pages = await person.getAccounts(['id', 'name', 'tasks', 'instagram_business_account']);
  expect(pages.map((page) => page['instagram_business_account'])).toEqual([{ id: fixture.igId }]);
});

test('a picture is created, polled and published, and its medium is read', async () => {
  const image_url = fixture.host.addFile('/vaso.jpg', createJpeg(1080, 1350));
  const { id: containerId } = await account.createMedia(['id'], { image_url, caption: 'Vaso' });
  const container = new IGMedia(containerId, {}, undefined, createApi(fixture.pageToken));
  expect(await container.get(['status_code'])).toMatchObject({ status_code: 'FINISHED' });
  const { id } = await account.createMediaPublish(['id'], { creation_id: containerId });
  const medium = new IGMedia(id, {}, undefined, createApi(fixture.pageToken));
  expect(await medium.get(['caption', 'media_type'])).toMatchObject({
    caption: 'Vaso',
    media_type: 'IMAGE',
  });
});

test('media are listed page by page', async () => {
  for (const caption of ['Um', 'Dois', 'Três']) await publish(caption);
  const page = await account.getMedia(['caption'], { limit: 2 });
  expect(page.map(({ caption }) => caption)).toEqual(['Três', 'Dois']);
  expect(page.hasNext()).toBe(true);
  await page.next();
  expect(page.map(({ caption }) => caption)[0]).toBe('Um');
});

test('the publishing limit is read', async () => {
  const [limit] = await account.getContentPublishingLimit(['quota_usage', 'config']);
  expect(limit).toMatchObject({ config: { quota_total: 100 } });
});

test('insights of a medium and of the account are read', async () => {
  const medium = await publish('Com números');
  const names = (insights: readonly Record<string, unknown>[]) => insights.map(({ name }) => name);
  expect(names(await medium.getInsights(['name', 'values'], { metric: 'reach,likes' }))).toEqual([
    'reach',
    'likes',
  ]);
  const params = { metric: 'reach', period: 'day', metric_type: 'total_value' };
  expect(names(await account.getInsights(['name', 'total_value'], params))).toEqual(['reach']);
});

test('a comment is written and answered', async () => {
  const medium = await publish('Com comentário');
  const { id } = await medium.createComment(['id'], { message: 'Feito à mão' });
  const comment = new IGComment(id, {}, undefined, createApi(fixture.pageToken));
  const reply = await comment.createReply(['id'], { message: 'Que lindo' });
  const comments = await medium.getComments(['text']);
  expect(comments.map(({ text }) => text)).toEqual(['Feito à mão']);
  const replies = await comment.getReplies(['text', 'parent_id']);
  expect(
    replies.map(({ id: replyId, text, parent_id: parent }) => [replyId, text, parent]),
  ).toEqual([[reply.id, 'Que lindo', id]]);
});

test.each([
  ['9007', 9007, 2207027],
  ['403-2207051', 4, 2207051],
  ['80002', 80002, undefined],
])('the refusal %s is understood', async (fault, code, subcode) => {
  const id = await fixture.createImage();
  await callControl(fixture.sandbox, '/faults', { service: 'instagram', step: 'publish', fault });
  await expect(account.createMediaPublish(['id'], { creation_id: id })).rejects.toMatchObject({
    response: { code, ...(subcode === undefined ? {} : { error_subcode: subcode }) },
  });
});
