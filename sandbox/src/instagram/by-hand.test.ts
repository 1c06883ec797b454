import { afterEach, beforeEach, expect, test } from 'vitest';
import { control, published } from '../testing/graph-client.ts';
import { openStudio, type Studio } from '../testing/studio.ts';

let studio: Studio;
beforeEach(async () => {
  studio = await openStudio();
});
afterEach(() => studio.close());

const USERNAME = 'atelie.barro';

test('what a person publishes by hand is on the account, and of no container', async () => {
  const caption = 'Xícaras da semana';
  const answer = await control(studio.sandbox, '/instagram/media', {
    username: USERNAME,
    caption,
  });
  expect(answer.status).toBe(200);
  const [entry] = await published(studio.sandbox);
  expect(entry).toMatchObject({ caption, container_id: '', username: USERNAME });
  expect(await studio.look(String(entry?.['id']), 'caption,media_product_type')).toMatchObject({
    caption,
    media_product_type: 'FEED',
  });
});

test('nobody publishes on an account that is not there', async () => {
  const answer = await control(studio.sandbox, '/instagram/media', { username: 'ninguem' });
  expect(answer.status).toBe(404);
});
