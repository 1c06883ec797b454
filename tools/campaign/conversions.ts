import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { retry } from './retry.ts';
import type { FaultPlanOptions, PlannedFault } from './faults.ts';
import type { CrashPoint } from './messages.ts';
import type { OwnerActions } from './owner-actions.ts';
import type { Owner, Users } from './users.ts';
import type { Random } from './random.ts';

/** Per 10,000 posts: the worker dies during a conversion, or before its report, or the decoder dies. */
const crashes: readonly [CrashPoint, number][] = [
  ['converting', 30],
  ['converted', 10],
  ['decoder', 20],
];
export const conversionCrashes = crashes.map(([point]) => ({ point, type: undefined }));

const UNSUPPORTED_VIDEOS = 150;
const MIN_UNSUPPORTED_VIDEOS = 12;
/** A killed conversion runs again, and the next fault may kill that one. */
const VIDEOS_PER_DEATH = 2;
const OWNERS = 4;
const SECOND = 1000;
const MAX_DELAY_MS = 800;
/** A killed conversion restarts after a minute or two, so no video is sent after this share of the time. */
const LAST_SHARE = 0.7;
const types: readonly MediaType[] = ['REELS', 'VIDEO', 'STORIES', 'CAROUSEL'];

const scaleCount = (
  rate: number,
  { posts, intensity }: Pick<FaultPlanOptions, 'posts' | 'intensity'>,
) => Math.max(1, Math.round((rate * posts * intensity) / 10_000));

/** Plans the deaths during conversions; none if the campaign tests a removed publishing rule. */
export function planConversionCrashes(random: Random, options: FaultPlanOptions): PlannedFault[] {
  if (options.mutate !== undefined) return [];
  const span = (options.untilMs - options.fromMs) * LAST_SHARE;
  return crashes.flatMap(([point, often]) =>
    Array.from({ length: scaleCount(often, options) }, (): PlannedFault => {
      const [atMs, afterMs] = [options.fromMs + random.next() * span, random.int(0, MAX_DELAY_MS)];
      return {
        kind: 'death',
        name: `F1 kill -9 at ${point}`,
        point,
        type: undefined,
        afterMs,
        atMs,
      };
    }),
  );
}

export async function sendUnsupportedVideos(deps: {
  part: { posts: number; intensity: number };
  isMutant: boolean;
  ownerActions: OwnerActions;
  users: Users;
  random: Random;
  fromMs: number;
  untilMs: number;
  nowMs(): number;
  sleep(ms: number): Promise<void>;
  runScenario(work: () => Promise<void>): Promise<void>;
}): Promise<void> {
  const { part, ownerActions, random, fromMs } = deps;
  if (deps.isMutant) return;
  const owners: Owner[] = [];
  for (let n = 0; n < OWNERS; n += 1) owners.push(await retry(() => deps.users.add(`video.${n}`)));
  const deaths = crashes.reduce((sum, [, often]) => sum + scaleCount(often, part), 0);
  const share = Math.round((UNSUPPORTED_VIDEOS * part.posts) / 10_000);
  const times = Math.max(MIN_UNSUPPORTED_VIDEOS, share, deaths * VIDEOS_PER_DEATH);
  const span = (deps.untilMs - fromMs) * LAST_SHARE;
  for (let number = 1; number <= times; number += 1) {
    const atMs = fromMs + (span * (number - random.next())) / times;
    await deps.sleep(Math.max(0, atMs - deps.nowMs()));
    const [owner, type] = [random.pick(owners), random.pick(types)];
    const dueInMs = random.int(30, 180) * SECOND;
    await deps.runScenario(async () => {
      const post = await ownerActions.schedule(owner, type, { dueInMs, needsConversion: true });
      if (post !== undefined) ownerActions.count('videos to be converted');
    });
  }
}
