import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { raceActions } from './changes.ts';
import { racePoints, type OwnerActions } from './owner-actions.ts';
import type { Owner } from './users.ts';
import type { Random } from './random.ts';

const MINUTE = 60_000;
/** No scenario begins this shortly before the end, because an unconfirmed post ends only after an hour. */
const LAST_MS = 10 * MINUTE;

const MINUTES_TO_EXPIRE = 150;

const types: readonly MediaType[] = ['IMAGE', 'VIDEO', 'REELS', 'STORIES', 'CAROUSEL'];

export type ScenarioRunner = ReturnType<typeof startScenarioRunner>;

/** F19 and F20: several owners in parallel run one scenario after the other by the API. */
export function startScenarioRunner(deps: {
  ownerActions: OwnerActions;
  owners: readonly Owner[];
  random: Random;
  concurrency: number;
  nowMs(): number;
  untilMs: number;
  sleep(ms: number): Promise<void>;
  part: { posts: number; isShort: boolean; minutes: number; factor: number };
}) {
  const { ownerActions, random, concurrency, nowMs, untilMs } = deps;
  const races = random.shuffled(
    racePoints.flatMap((point) =>
      raceActions.flatMap((action) => types.map((type) => ({ point, action, type }))),
    ),
  );
  let nextScenario = 0;
  let accountSwitches = 0;
  let pausePromise: Promise<void> | undefined;
  let resume = () => {};
  let runningCount = 0;
  let onIdle = () => {};
  const scenarioCount = Math.max(concurrency * 2, Math.round((deps.part.posts / 10_000) * 500));
  const hasTime = deps.part.minutes * deps.part.factor > MINUTES_TO_EXPIRE;
  const lastMs = untilMs - (deps.part.isShort ? MINUTE : LAST_MS);

  async function runOwnerScenario(owner: Owner, slot: number): Promise<void> {
    const number = nextScenario;
    nextScenario += 1;
    const isSpecial = number % 25 === slot && !deps.part.isShort;
    if (isSpecial && accountSwitches < 8) {
      accountSwitches += 1;
      await (accountSwitches % 2 === 0
        ? ownerActions.editOften()
        : ownerActions.switchAccount(accountSwitches % 4 === 1 || !hasTime));
      return;
    }
    const race = races[number % races.length];
    if (race !== undefined)
      await ownerActions.raceAgainstPoint(owner, race.type, race.point, race.action);
  }

  async function enterScenario(): Promise<void> {
    await pausePromise;
    runningCount += 1;
  }

  function leaveScenario(): void {
    runningCount -= 1;
    if (runningCount === 0) onIdle();
  }

  async function runSlot(slot: number): Promise<void> {
    for (let turn = 0; nowMs() < lastMs && nextScenario < scenarioCount; turn += 1) {
      const owner = deps.owners[slot + concurrency * (turn % 3)];
      if (owner === undefined) return;
      await enterScenario();
      await runOwnerScenario(owner, slot);
      leaveScenario();
    }
  }
  const done = Promise.all(Array.from({ length: concurrency }, (_, slot) => runSlot(slot))).then(
    () => undefined,
  );

  return {
    done,
    async runScenario(work: () => Promise<void>): Promise<void> {
      await enterScenario();
      await work();
      leaveScenario();
    },
    /** Waits for running scenarios and starts no others until released. */
    async setPaused(isPaused: boolean): Promise<void> {
      if (!isPaused) {
        pausePromise = undefined;
        resume();
        return;
      }
      pausePromise = new Promise((resolve) => {
        resume = resolve;
      });
      if (runningCount > 0) {
        await new Promise<void>((resolve) => {
          onIdle = resolve;
        });
      }
    },
  };
}
