import { dayKey, startOfDay } from '@pontual/contract/shared/brasilia-time.ts';
import { beforeEach } from 'vitest';
import { givePlan } from './plans.ts';
import { usePublishing } from './publishing-steps.ts';
import type { World } from './world.ts';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** Days are read some hours after midnight, so a test that counts reads starts at noon. */
async function advanceToNoon({ now, advanceTime }: World): Promise<void> {
  const noon = (days: number) => startOfDay(dayKey(now()), days).getTime() + 12 * HOUR;
  const toCome = [noon(0), noon(1)].find((each) => each >= now().getTime());
  await advanceTime((toCome ?? 0) - now().getTime());
}

export function useInsights() {
  const engine = usePublishing();
  beforeEach(async () => {
    await advanceToNoon(engine.world);
    const { db } = engine.world.database;
    // The connections of other tests would be read, too.
    const workspaceId = await engine.workspaceId();
    await db.deleteFrom('instagram_connections').where('workspace_id', '<>', workspaceId).execute();
    await db.deleteFrom('insight_holds').execute();
    await givePlan(engine.world, engine.client, 'pro');
  });

  async function readInsights(): Promise<void> {
    const { insights } = engine.world.services.instagram;
    const { jobs } = engine.world.services.platform;
    await insights.enqueueDue();
    for (const { id, data } of await jobs.fetch('insights', 100)) {
      await insights.read(data.connectionId);
      await jobs.complete('insights', id);
    }
  }

  return Object.assign(engine, {
    readInsights,

    async readAfter(ms: number): Promise<void> {
      await engine.world.advanceTime(ms);
      await readInsights();
    },

    async aPublishedPost(caption?: string): Promise<string> {
      const post = await engine.aPreparedPost(caption === undefined ? {} : { caption });
      await engine.advanceToDueTime();
      return post._id;
    },

    countsOf: (postId: string) =>
      engine.world.database.db
        .selectFrom('post_insights')
        .selectAll()
        .where('post_id', '=', postId)
        .executeTakeFirst(),

    readingsOf: (postId: string) =>
      engine.world.database.db
        .selectFrom('post_insight_readings')
        .selectAll()
        .where('post_id', '=', postId)
        .orderBy('read_at')
        .execute(),

    async insightCalls(of: 'posts' | 'account' | 'all' = 'all'): Promise<number> {
      const calls = await engine.world.sandbox.calls();
      const requests = calls.filter(({ path }) => path.endsWith('/insights'));
      const isDay = (params: Record<string, string>) => params['period'] === 'day';
      return requests.filter(({ params }) => of === 'all' || (of === 'account') === isDay(params))
        .length;
    },
  });
}
