import type { MediaType } from '@pontual/contract/posts.ts';
import { raceActions } from './changes.ts';
import { racePoints, type Owners } from './owners.ts';
import type { Owner } from './people.ts';
import type { Random } from './random.ts';

const MINUTE = 60_000;
/** Nothing new is begun so shortly before the end: an hour must pass for what is not confirmed. */
const LAST_MS = 10 * MINUTE;

const MINUTES_TO_EXPIRE = 150;

const types: readonly MediaType[] = ['IMAGE', 'VIDEO', 'REELS', 'STORIES', 'CAROUSEL'];

export type Lanes = ReturnType<typeof runLanes>;

/** F19 and F20: a few owners at a time act through the API, one scene after the other. */
export function runLanes(deps: {
  acting: Owners;
  owners: readonly Owner[];
  random: Random;
  lanes: number;
  nowMs(): number;
  untilMs: number;
  pass(ms: number): Promise<void>;
  part: { posts: number; isShort: boolean; minutes: number; factor: number };
}) {
  const { acting, random, lanes, nowMs, untilMs } = deps;
  const races = random.shuffled(
    racePoints.flatMap((point) =>
      raceActions.flatMap((action) => types.map((type) => ({ point, action, type }))),
    ),
  );
  let next = 0;
  let switches = 0;
  let held: Promise<void> | undefined;
  let release = () => {};
  let inHand = 0;
  let idle = () => {};
  const scenes = Math.max(lanes * 2, Math.round((deps.part.posts / 10_000) * 500));
  // What nobody confirms ends after an hour.
  const hasTime = deps.part.minutes * deps.part.factor > MINUTES_TO_EXPIRE;
  const lastMs = untilMs - (deps.part.isShort ? MINUTE : LAST_MS);

  async function scene(owner: Owner, lane: number): Promise<void> {
    const number = next;
    next += 1;
    const isSpecial = number % 25 === lane && !deps.part.isShort;
    if (isSpecial && switches < 8) {
      switches += 1;
      await (switches % 2 === 0
        ? acting.editOften()
        : acting.switchAccount(switches % 4 === 1 || !hasTime));
      return;
    }
    const race = races[number % races.length];
    if (race !== undefined) await acting.race(owner, race.type, race.point, race.action);
  }

  async function enter(): Promise<void> {
    await held;
    inHand += 1;
  }

  function leave(): void {
    inHand -= 1;
    if (inHand === 0) idle();
  }

  async function run(lane: number): Promise<void> {
    for (let turn = 0; nowMs() < lastMs && next < scenes; turn += 1) {
      const owner = deps.owners[lane + lanes * (turn % 3)];
      if (owner === undefined) return;
      await enter();
      await scene(owner, lane);
      leave();
    }
  }
  const done = Promise.all(Array.from({ length: lanes }, (_, lane) => run(lane))).then(
    () => undefined,
  );

  return {
    done,
    /** A scene of somebody else's. */
    async inScene(work: () => Promise<void>): Promise<void> {
      await enter();
      await work();
      leave();
    },
    /** Waits for the scenes in hand, and begins no other until released. */
    async hold(isHeld: boolean): Promise<void> {
      if (!isHeld) {
        held = undefined;
        release();
        return;
      }
      held = new Promise((resolve) => {
        release = resolve;
      });
      if (inHand > 0) {
        await new Promise<void>((resolve) => {
          idle = resolve;
        });
      }
    },
  };
}
