import { dayKey, startOfDay } from '@pontual/contract/shared/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import type { SeriesRule } from '@pontual/contract/posts/series-rule.ts';
import type { Series } from '@pontual/contract/planning/series.ts';
import { aConnectedUser, aFormOf, aPhotoFile, dataOf, type Client } from './factories.ts';
import { givePlan } from './plans.ts';
import type { World } from './world.ts';

const HOUR = 3_600_000;

export async function aSeriesUser(world: World): Promise<Client> {
  const client = await aConnectedUser(world);
  await givePlan(world, client, 'premium');
  return client;
}

/** 18:00 Brasília time. */
export const eveningIn = (world: World, days: number) =>
  new Date(startOfDay(dayKey(world.now()), days).getTime() + 18 * HOUR);

export const weeklyOn = (at: Date): SeriesRule => ({
  every: 'week',
  weeks: 1,
  // 18:00 in Brasília is on the same day in UTC.
  weekdays: [at.getUTCDay()],
});

export interface SeriesOptions {
  caption?: string;
  at?: Date;
  rule?: SeriesRule;
  until?: string | null;
  queue?: string;
  demo?: string;
}

export async function createSeries(world: World, client: Client, options: SeriesOptions = {}) {
  const { at = eveningIn(world, 1), until = null, caption = 'Fornada da semana' } = options;
  const { rule = weeklyOn(at), queue = 'false', demo = 'false' } = options;
  return client.schedule(
    aFormOf(
      {
        mediaType: 'IMAGE',
        caption,
        scheduledTime: at.toISOString(),
        queue,
        demo,
        repeat: JSON.stringify({ rule, until }),
      },
      [await aPhotoFile()],
    ),
  );
}

export const aSeriesPost = async (world: World, client: Client, options: SeriesOptions = {}) =>
  dataOf(await createSeries(world, client, options)).post;

export const listPosts = async (client: Client): Promise<Post[]> =>
  dataOf(await client.get<{ posts: Post[] }>('/scheduled?limit=1000')).posts;

export const seriesOf = async (client: Client): Promise<Series[]> =>
  dataOf(await client.get<{ series: Series[] }>('/series')).series;
