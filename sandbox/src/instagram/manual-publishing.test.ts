import { afterEach, beforeEach, expect, test } from 'vitest';
import { callControl, listPublished } from '../../testing/graph-client.ts';
import { openPublishingFixture, type PublishingFixture } from '../../testing/publishing-fixture.ts';

let fixture: PublishingFixture;
beforeEach(async () => {
  fixture = await openPublishingFixture();
});
afterEach(() => fixture.close());

const USERNAME = 'atelie.barro';

test('a manually published medium is on the account, without a container', async () => {
  const caption = 'Xícaras da semana';
  const answer = await callControl(fixture.sandbox, '/instagram/media', {
    username: USERNAME,
    caption,
  });
  expect(answer.status).toBe(200);
  const [entry] = await listPublished(fixture.sandbox);
  expect(entry).toMatchObject({ caption, container_id: '', username: USERNAME });
  expect(
    await fixture.readFields(String(entry?.['id']), 'caption,media_product_type'),
  ).toMatchObject({
    caption,
    media_product_type: 'FEED',
  });
});

test('an unknown account is refused', async () => {
  const answer = await callControl(fixture.sandbox, '/instagram/media', { username: 'ninguem' });
  expect(answer.status).toBe(404);
});
