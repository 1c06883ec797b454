import { dayKey } from '@pontual/contract/shared/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  connect,
  connectAnother,
  aScheduledPost,
  dataOf,
  type Client,
} from '../../../testing/factories.ts';
import { deliverEmails } from '../../../testing/outbox.ts';
import { givePlan } from '../../../testing/plans.ts';
import {
  aSeriesPost,
  aSeriesUser,
  eveningIn,
  listPosts,
  seriesOf,
} from '../../../testing/series.ts';
import { startWorld, type World } from '../../../testing/world.ts';

const DAY = 86_400_000;
const WEEK = 7 * DAY;

// Each test moves the test clock.
let world: World;
let client: Client;
beforeEach(async () => {
  world = await startWorld();
  client = await aSeriesUser(world);
});
afterEach(() => world.stop());

const daysAhead = async () =>
  (await listPosts(client))
    .filter(({ scheduledTime }) => new Date(scheduledTime ?? '') > world.now())
    .map(({ series }) => series?.on);
const daysOf = (...days: number[]) => days.map((day) => dayKey(eveningIn(world, day)));
/** Steps with requests in between, so that the session does not expire. */
async function advanceTime(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 5 * DAY) {
    await world.advanceTime(Math.min(left, 5 * DAY));
    await client.get('/schedule/pause');
  }
}
const createSeriesPosts = () => world.services.planning.createSeriesPosts();
const issues = async () => (await seriesOf(client)).map(({ issue }) => issue);
const emailsAbout = async (subject: string) => {
  await world.advanceTime(60_000);
  await deliverEmails(world);
  const mails = await world.sandbox.mail(client.user.email);
  return mails.filter((mail) => mail.subject === subject);
};

describe('the series pass', () => {
  test('keeps four days ahead and creates each once, also when several run at the same time', async () => {
    await aSeriesPost(world, client);
    const days = daysOf(8, 15, 22, 29);
    await world.advanceTime(2 * DAY);
    await Promise.all([createSeriesPosts(), createSeriesPosts(), createSeriesPosts()]);
    expect(await daysAhead()).toEqual(days);
    await createSeriesPosts();
    expect(await daysAhead()).toEqual(days);
  });

  test('does not create a day again whose post was deleted', async () => {
    await aSeriesPost(world, client);
    const [, second] = await listPosts(client);
    dataOf(await client.delete(`/scheduled/${second?._id}`));
    const days = daysOf(15, 22, 29);
    await world.advanceTime(2 * DAY);
    await createSeriesPosts();
    expect(await daysAhead()).toEqual(days);
  });

  test('creates no past days after an outage window', async () => {
    await aSeriesPost(world, client);
    const days = daysOf(29, 36, 43, 50);
    await advanceTime(4 * WEEK - DAY);
    await createSeriesPosts();
    expect(await daysAhead()).toEqual(days);
    expect(await listPosts(client)).toHaveLength(8);
  });

  test('ends a series with its last day and deletes its content', async () => {
    await aSeriesPost(world, client, { until: dayKey(eveningIn(world, 8)) });
    await advanceTime(9 * DAY);
    await createSeriesPosts();
    expect(await seriesOf(client)).toEqual([]);
    expect((await listPosts(client)).map(({ series }) => series?.isOver)).toEqual([true, true]);
    const stored = await sql`select from post_series where content is not null`.execute(
      world.database.db,
    );
    expect(stored.rows).toEqual([]);
  });

  test('keeps the files of a series whose posts are all deleted', async () => {
    await aSeriesPost(world, client);
    for (const { _id } of await listPosts(client)) {
      dataOf(await client.delete(`/scheduled/${_id}`));
    }
    await world.services.media.collectMedia();
    await world.advanceTime(2 * DAY);
    await createSeriesPosts();
    const [post] = await listPosts(client);
    expect(post?.mediaItems).toMatchObject([{ type: 'image', state: 'ready' }]);
  });

  test('creates nothing without Premium, notifies once and continues after an upgrade', async () => {
    await aSeriesPost(world, client);
    const [left, made] = [daysOf(8, 15, 22), daysOf(8, 15, 22, 29)];
    await givePlan(world, client, 'pro');
    await world.advanceTime(2 * DAY);
    await createSeriesPosts();
    await createSeriesPosts();
    expect(await daysAhead()).toEqual(left);
    expect(await issues()).toEqual([expect.stringContaining('O que já está agendado continua')]);
    const mails = await emailsAbout('Um post que se repete parou');
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('“Fornada da semana”');
    expect(mails[0]?.text).toContain(`Ver as repetições: ${world.url}/queue`);
    await givePlan(world, client, 'premium');
    await createSeriesPosts();
    expect(await daysAhead()).toEqual(made);
    expect(await issues()).toEqual([null]);
  });

  test('shows any other issue and tries again', async () => {
    await aSeriesPost(world, client);
    const days = daysOf(8, 15, 22);
    await world.services.platform.database.db
      .updateTable('instagram_connections')
      .set({ ended_at: world.now() })
      .execute();
    await world.advanceTime(2 * DAY);
    await createSeriesPosts();
    expect(await daysAhead()).toEqual(days);
    expect(await issues()).toEqual([expect.stringContaining('Os próximos posts não são criados')]);
    await sql`update instagram_connections set ended_at = null`.execute(world.database.db);
    await world.advanceTime(3_600_000);
    await createSeriesPosts();
    expect(await daysAhead()).toHaveLength(4);
  });
});

test('a series that cannot be processed does not come first in every pass', async () => {
  await aSeriesPost(world, client);
  await world.advanceTime(2 * DAY);
  await sql`update post_series set content = null`.execute(world.database.db);
  await expect(createSeriesPosts()).rejects.toThrow('posts of series were not created');
  await createSeriesPosts();
});

describe('a pause', () => {
  const pause = async (until: Date | null) =>
    dataOf(await client.put('/schedule/pause', { until: until?.toISOString() ?? null }));
  const resume = async () => dataOf(await client.delete('/schedule/pause'));

  test('without an end stops the creation, and its days are not created afterwards', async () => {
    await aSeriesPost(world, client);
    const [left, next] = [daysOf(29), daysOf(29, 36, 43, 50)];
    await pause(null);
    await advanceTime(4 * WEEK - DAY);
    await createSeriesPosts();
    expect(await daysAhead()).toEqual([]);
    await resume();
    await createSeriesPosts();
    await world.advanceTime(60_000);
    await createSeriesPosts();
    expect(await daysAhead()).toEqual(next);
    expect(next).toContain(left[0]);
    const { posts } = dataOf(await client.get<{ posts: unknown[] }>('/schedule/held'));
    expect(posts).toHaveLength(4);
  });

  test('with an end allows the days after it, and its own days only when it ends earlier', async () => {
    await aSeriesPost(world, client);
    const [inPause, all] = [daysOf(8, 15, 22, 36), daysOf(15, 22, 29, 36)];
    await world.advanceTime(2 * DAY);
    await pause(eveningIn(world, 28));
    await advanceTime(WEEK);
    await createSeriesPosts();
    expect(await daysAhead()).toEqual(inPause.slice(1));
    await resume();
    await createSeriesPosts();
    expect(await daysAhead()).toEqual(all);
  });
});

describe('the account of a series', () => {
  const accountsAhead = async () =>
    (await listPosts(client))
      .filter(({ scheduledTime }) => new Date(scheduledTime ?? '') > world.now())
      .map(({ instagramAccountId }) => instagramAccountId);
  const connected = async () =>
    dataOf(
      await client.get<{ accounts: { instagramAccountId: string }[] }>('/instagram/accounts'),
    ).accounts.map(({ instagramAccountId }) => instagramAccountId);
  async function aReplacedAccount(): Promise<[string | undefined, string | undefined]> {
    await aSeriesPost(world, client);
    const [before] = await connected();
    await connect(world, client, 'cafe.serra');
    const [now] = await connected();
    expect(now).not.toBe(before);
    await world.advanceTime(2 * DAY);
    await createSeriesPosts();
    return [before, now];
  }

  test('is not replaced by a newly connected one: no post is created and the owner is notified', async () => {
    const [before] = await aReplacedAccount();
    expect(await accountsAhead()).toEqual([before, before, before]);
    expect(await issues()).toEqual([expect.stringContaining('não está mais conectada')]);
    expect(await emailsAbout('Um post que se repete parou')).toHaveLength(1);
  });

  test('is not replaced by one that was connected before it was disconnected', async () => {
    await aSeriesPost(world, client);
    const [before] = await connected();
    await connectAnother(world, client, 'cafe.serra');
    dataOf(await client.post(`/auth/instagram/disconnect?account=${before}`));
    await world.advanceTime(2 * DAY);
    await createSeriesPosts();
    expect(await accountsAhead()).toEqual([before, before, before]);
  });

  test.each(['all at once', 'for one of them'])(
    'becomes the new one after its owner has confirmed it for the posts, %s',
    async (how) => {
      const [before, now] = await aReplacedAccount();
      const [, second] = await listPosts(client);
      const postIds = how === 'all at once' ? {} : { postIds: [second?._id] };
      dataOf(await client.post('/schedule/confirm-account', postIds));
      await createSeriesPosts();
      const expected = how === 'all at once' ? now : before;
      expect(await accountsAhead()).toEqual([now, expected, expected, now]);
      expect(await issues()).toEqual([null]);
    },
  );

  test('does not change with a confirmation for other posts', async () => {
    const [before] = await aReplacedAccount();
    const other = await aScheduledPost(world, client, { dueInMs: DAY });
    dataOf(await client.post('/schedule/confirm-account', { postIds: [other._id] }));
    await createSeriesPosts();
    expect(await accountsAhead()).toEqual([expect.anything(), before, before, before]);
  });

  test('continues when the account is reconnected', async () => {
    const [before] = await aReplacedAccount();
    await connect(world, client, 'atelie.barro');
    await createSeriesPosts();
    expect(await accountsAhead()).toEqual([before, before, before, before]);
    expect(await issues()).toEqual([null]);
  });

  test('is not marked as chosen on its posts when it is the only one', async () => {
    await aSeriesPost(world, client);
    await world.advanceTime(2 * DAY);
    await createSeriesPosts();
    const chosen = await sql`select from posts_with_publication where account_chosen`.execute(
      world.database.db,
    );
    expect(chosen.rows).toEqual([]);
  });
});

test('stored content without a property that is newer than the series has its default', async () => {
  await aSeriesPost(world, client);
  await sql`update post_series set content = content - 'collaborators'`.execute(world.database.db);
  const last = async () => {
    const found = await sql<{ id: string; collaborators: string[] }>`
      select id, collaborators from posts_with_publication order by occurrence_on desc limit 1`.execute(
      world.database.db,
    );
    return found.rows[0];
  };
  const before = await last();
  await world.advanceTime(2 * DAY);
  await createSeriesPosts();
  const after = await last();
  expect(after?.id).not.toBe(before?.id);
  expect(after?.collaborators).toEqual([]);
});

describe('an approval', () => {
  const approvalOf = async ({ _id }: Post) =>
    dataOf(await client.get<{ approval: { state: string } | null }>(`/scheduled/${_id}`)).approval;

  test('that is requested covers the following posts, also those that do not exist yet', async () => {
    await aSeriesPost(world, client);
    const [first, second] = await listPosts(client);
    dataOf(await client.post(`/scheduled/${second?._id}/approval`, {}));
    expect(await approvalOf(first as Post)).toBeNull();
    await world.advanceTime(2 * DAY);
    await createSeriesPosts();
    const later = (await listPosts(client)).slice(1);
    expect(later).toHaveLength(4);
    for (const post of later) expect(await approvalOf(post)).toMatchObject({ state: 'awaiting' });
    dataOf(await client.delete(`/scheduled/${second?._id}/approval`));
    for (const post of later) expect(await approvalOf(post)).toBeNull();
  });
});
