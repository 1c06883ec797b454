import { dayKey } from '@pontual/contract/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  connect,
  connectAnother,
  aScheduledPost,
  dataOf,
  type Client,
} from '../testing/factories.ts';
import { givePlan } from '../testing/plans.ts';
import { aRepeatedPost, aRepeater, eveningIn, postsThere, seriesOf } from '../testing/series.ts';
import { startWorld, type World } from '../testing/world.ts';

const DAY = 86_400_000;
const WEEK = 7 * DAY;

// Each test moves the time.
let world: World;
let client: Client;
beforeEach(async () => {
  world = await startWorld();
  client = await aRepeater(world);
});
afterEach(() => world.stop());

/** Those still to come, by the days that they are for. */
const daysAhead = async () =>
  (await postsThere(client))
    .filter(({ scheduledTime }) => new Date(scheduledTime ?? '') > world.now())
    .map(({ series }) => series?.on);
const daysOf = (...days: number[]) => days.map((day) => dayKey(eveningIn(world, day)));
/** Lets time pass, with somebody there now and then: their session must not end. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 5 * DAY) {
    await world.advanceTime(Math.min(left, 5 * DAY));
    await client.get('/schedule/pause');
  }
}
const sweep = () => world.services.makeSeriesAhead();
const problems = async () => (await seriesOf(client)).map(({ problem }) => problem);
const toldOf = async (subject: string) => {
  await world.advanceTime(60_000);
  await world.services.notices.deliver(client.user.workspace);
  const letters = await world.sandbox.mail(client.user.email);
  return letters.filter((letter) => letter.subject === subject);
};

describe('the sweep', () => {
  test('keeps four days ahead, each made once, whoever comes at the same time', async () => {
    await aRepeatedPost(world, client);
    const days = daysOf(8, 15, 22, 29);
    await world.advanceTime(2 * DAY);
    await Promise.all([sweep(), sweep(), sweep()]);
    expect(await daysAhead()).toEqual(days);
    await sweep();
    expect(await daysAhead()).toEqual(days);
  });

  test('does not make a day again whose post was deleted', async () => {
    await aRepeatedPost(world, client);
    const [, second] = await postsThere(client);
    dataOf(await client.delete(`/scheduled/${second?._id}`));
    const days = daysOf(15, 22, 29);
    await world.advanceTime(2 * DAY);
    await sweep();
    expect(await daysAhead()).toEqual(days);
  });

  test('makes up for nothing after a silence', async () => {
    await aRepeatedPost(world, client);
    const days = daysOf(29, 36, 43, 50);
    await pass(4 * WEEK - DAY);
    await sweep();
    expect(await daysAhead()).toEqual(days);
    expect(await postsThere(client)).toHaveLength(8);
  });

  test('ends a series with its last day, and keeps nothing of it', async () => {
    await aRepeatedPost(world, client, { until: dayKey(eveningIn(world, 8)) });
    await pass(9 * DAY);
    await sweep();
    expect(await seriesOf(client)).toEqual([]);
    expect((await postsThere(client)).map(({ series }) => series?.isOver)).toEqual([true, true]);
    const kept = await sql`select from post_series where content is not null`.execute(
      world.database.db,
    );
    expect(kept.rows).toEqual([]);
  });

  test('keeps the files of a series whose posts are all deleted', async () => {
    await aRepeatedPost(world, client);
    for (const { _id } of await postsThere(client)) {
      dataOf(await client.delete(`/scheduled/${_id}`));
    }
    await world.services.collectMedia();
    await world.advanceTime(2 * DAY);
    await sweep();
    const [post] = await postsThere(client);
    expect(post?.mediaItems).toMatchObject([{ type: 'image', state: 'ready' }]);
  });

  test('makes nothing without Premium, says so once, and goes on with it', async () => {
    await aRepeatedPost(world, client);
    const [left, made] = [daysOf(8, 15, 22), daysOf(8, 15, 22, 29)];
    await givePlan(world, client, 'pro');
    await world.advanceTime(2 * DAY);
    await sweep();
    await sweep();
    expect(await daysAhead()).toEqual(left);
    expect(await problems()).toEqual([expect.stringContaining('O que já está agendado continua')]);
    const letters = await toldOf('Um post que se repete parou');
    expect(letters).toHaveLength(1);
    expect(letters[0]?.text).toContain('“Fornada da semana”');
    expect(letters[0]?.text).toContain(`Ver as repetições: ${world.url}/queue`);
    await givePlan(world, client, 'premium');
    await sweep();
    expect(await daysAhead()).toEqual(made);
    expect(await problems()).toEqual([null]);
  });

  test('says what else stands in the way, and tries again', async () => {
    await aRepeatedPost(world, client);
    const days = daysOf(8, 15, 22);
    await world.services.database.db
      .updateTable('instagram_connections')
      .set({ ended_at: world.now() })
      .execute();
    await world.advanceTime(2 * DAY);
    await sweep();
    expect(await daysAhead()).toEqual(days);
    expect(await problems()).toEqual([
      expect.stringContaining('Os próximos posts não são criados'),
    ]);
    await sql`update instagram_connections set ended_at = null`.execute(world.database.db);
    await world.advanceTime(3_600_000);
    await sweep();
    expect(await daysAhead()).toHaveLength(4);
  });
});

test('a series that cannot be looked at does not stand before the others at every pass', async () => {
  await aRepeatedPost(world, client);
  await world.advanceTime(2 * DAY);
  await sql`update post_series set content = null`.execute(world.database.db);
  await expect(sweep()).rejects.toThrow('series were not made ahead');
  await sweep();
});

describe('in a pause', () => {
  const pause = async (until: Date | null) =>
    dataOf(await client.put('/schedule/pause', { until: until?.toISOString() ?? null }));
  const resume = async () => dataOf(await client.delete('/schedule/pause'));

  test('nothing is made while it has no end, nor made up for afterwards', async () => {
    await aRepeatedPost(world, client);
    const [left, next] = [daysOf(29), daysOf(29, 36, 43, 50)];
    await pause(null);
    await pass(4 * WEEK - DAY);
    await sweep();
    expect(await daysAhead()).toEqual([]);
    await resume();
    await sweep();
    await world.advanceTime(60_000);
    await sweep();
    expect(await daysAhead()).toEqual(next);
    expect(next).toContain(left[0]);
    // Those that were made before it are held as any other, and their owner is asked.
    const { posts } = dataOf(await client.get<{ posts: unknown[] }>('/schedule/held'));
    expect(posts).toHaveLength(4);
  });

  test('the days after its end are made, and those in it only if it ends before', async () => {
    await aRepeatedPost(world, client);
    const [inPause, all] = [daysOf(8, 15, 22, 36), daysOf(15, 22, 29, 36)];
    await world.advanceTime(2 * DAY);
    await pause(eveningIn(world, 28));
    await pass(WEEK);
    await sweep();
    expect(await daysAhead()).toEqual(inPause.slice(1));
    await resume();
    await sweep();
    expect(await daysAhead()).toEqual(all);
  });
});

describe('the account of a series', () => {
  const accountsAhead = async () =>
    (await postsThere(client))
      .filter(({ scheduledTime }) => new Date(scheduledTime ?? '') > world.now())
      .map(({ instagramAccountId }) => instagramAccountId);
  const connected = async () =>
    dataOf(
      await client.get<{ accounts: { instagramAccountId: string }[] }>('/instagram/accounts'),
    ).accounts.map(({ instagramAccountId }) => instagramAccountId);
  /** A series on the only account, whose place another one takes. */
  async function aReplacedAccount(): Promise<[string | undefined, string | undefined]> {
    await aRepeatedPost(world, client);
    const [before] = await connected();
    await connect(world, client, 'cafe.serra');
    const [now] = await connected();
    expect(now).not.toBe(before);
    await world.advanceTime(2 * DAY);
    await sweep();
    return [before, now];
  }

  test('is not taken by the one that takes its place: nothing is made, and its owner is told', async () => {
    const [before] = await aReplacedAccount();
    expect(await accountsAhead()).toEqual([before, before, before]);
    expect(await problems()).toEqual([expect.stringContaining('não está mais conectada')]);
    expect(await toldOf('Um post que se repete parou')).toHaveLength(1);
  });

  test('is not taken by one that was added before it was disconnected', async () => {
    await aRepeatedPost(world, client);
    const [before] = await connected();
    await connectAnother(world, client, 'cafe.serra');
    dataOf(await client.post(`/auth/instagram/disconnect?account=${before}`));
    await world.advanceTime(2 * DAY);
    await sweep();
    expect(await accountsAhead()).toEqual([before, before, before]);
  });

  test.each(['all at once', 'for one of them'])(
    'becomes the new one once its owner has confirmed it for its posts, %s',
    async (how) => {
      const [before, now] = await aReplacedAccount();
      const [, second] = await postsThere(client);
      const postIds = how === 'all at once' ? {} : { postIds: [second?._id] };
      dataOf(await client.post('/schedule/confirm-account', postIds));
      await sweep();
      const asked = how === 'all at once' ? now : before;
      expect(await accountsAhead()).toEqual([now, asked, asked, now]);
      expect(await problems()).toEqual([null]);
    },
  );

  test('stays as it is where a confirmation is about other posts', async () => {
    const [before] = await aReplacedAccount();
    const other = await aScheduledPost(world, client, { dueInMs: DAY });
    dataOf(await client.post('/schedule/confirm-account', { postIds: [other._id] }));
    await sweep();
    expect(await accountsAhead()).toEqual([expect.anything(), before, before, before]);
  });

  test('goes on with the same one once that is back', async () => {
    const [before] = await aReplacedAccount();
    await connect(world, client, 'atelie.barro');
    await sweep();
    expect(await accountsAhead()).toEqual([before, before, before, before]);
    expect(await problems()).toEqual([null]);
  });

  test('that the version before did not write is the one of its posts', async () => {
    await aRepeatedPost(world, client);
    await sql`update post_series set account = null`.execute(world.database.db);
    const [before] = await connected();
    await connect(world, client, 'cafe.serra');
    await world.advanceTime(2 * DAY);
    await sweep();
    expect(await accountsAhead()).toEqual([before, before, before]);
    expect(await problems()).toEqual([expect.stringContaining('não está mais conectada')]);
  });

  test('is chosen for none of its posts where it is the only one', async () => {
    await aRepeatedPost(world, client);
    await world.advanceTime(2 * DAY);
    await sweep();
    const chosen = await sql`select from posts where account_chosen`.execute(world.database.db);
    expect(chosen.rows).toEqual([]);
  });
});

describe('an approval', () => {
  const approvalOf = async ({ _id }: Post) =>
    dataOf(await client.get<{ approval: { state: string } | null }>(`/scheduled/${_id}`)).approval;

  test('that is asked for holds for those that follow and are still to be made', async () => {
    await aRepeatedPost(world, client);
    const [first, second] = await postsThere(client);
    dataOf(await client.post(`/scheduled/${second?._id}/approval`, {}));
    expect(await approvalOf(first as Post)).toBeNull();
    await world.advanceTime(2 * DAY);
    await sweep();
    const later = (await postsThere(client)).slice(1);
    expect(later).toHaveLength(4);
    for (const post of later) expect(await approvalOf(post)).toMatchObject({ state: 'awaiting' });
    dataOf(await client.delete(`/scheduled/${second?._id}/approval`));
    for (const post of later) expect(await approvalOf(post)).toBeNull();
  });
});
