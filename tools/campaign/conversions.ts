import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { retry } from './retry.ts';
import type { FaultPlanOptions, PlannedFault } from './faults.ts';
import type { CrashPoint } from './messages.ts';
import type { OwnerActions } from './owner-actions.ts';
import type { Owner, Users } from './users.ts';
import type { Random } from './random.ts';

/**
 * Where a process dies of whom a video is being converted, and how often for 10,000 posts: its
 * worker, its worker when all is written and nobody was told, its decoder.
 */
const crashes: readonly [CrashPoint, number][] = [
  ['converting', 30],
  ['converted', 10],
  ['decoder', 20],
];
export const conversionCrashes = crashes.map(([point]) => ({ point, type: undefined }));

/** Of 10,000 posts so many are videos that must be converted; and a few of however few. */
const UNSUPPORTED_VIDEOS = 150;
const MIN_UNSUPPORTED_VIDEOS = 12;
/** Each conversion that is killed is one more, at which the next may be killed. */
const VIDEOS_PER_DEATH = 2;
const OWNERS = 4;
const SECOND = 1000;
/** Decoders and encoders of the machine take so long (real ms). */
const MAX_DELAY_MS = 800;
/** A killed conversion is begun anew after a minute or two; nothing is sent later than this. */
const LAST_SHARE = 0.7;
const types: readonly MediaType[] = ['REELS', 'VIDEO', 'STORIES', 'CAROUSEL'];

const scaleCount = (
  rate: number,
  { posts, intensity }: Pick<FaultPlanOptions, 'posts' | 'intensity'>,
) => Math.max(1, Math.round((rate * posts * intensity) / 10_000));

/** Deaths of those who convert; none where one rule of publishing is what is to be missed. */
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

/** Owners send videos that Instagram would not take as they are, spread over the time. */
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
