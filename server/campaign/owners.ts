import type { MediaType } from '@pontual/contract/posts.ts';
import type { Db } from '../src/database/database.ts';
import type { Point } from '../src/publishing/observe.ts';
import { again } from './again.ts';
import type { Api } from './api.ts';
import { createChanges, type Action } from './changes.ts';
import type { Content } from './content.ts';
import type { Crew, Reached } from './crew.ts';
import type { Owner, People } from './people.ts';
import type { Random } from './random.ts';
import { createSubmissions } from './submissions.ts';
import type { TrackedPost } from './tracked.ts';

export const racePoints: readonly Point[] = [
  'claimed',
  'creating',
  'created',
  'stored',
  'polled',
  'prepared',
  'intended',
  'sending',
  'answered',
  'recorded',
];

const SECOND = 1000;
const MINUTE = 60_000;
/** A point that was not reached so long after the hour will not be. */
const GIVE_UP_MS = 6 * MINUTE;
/** While the database is away; it is back within a minute or two. */
const CONFIRM_ATTEMPTS = 30;

export type Owners = ReturnType<typeof createOwners>;

async function confirmAgain(
  { api, pass }: { api: Api; pass(ms: number): Promise<void> },
  owner: Owner,
) {
  for (let attempt = 1; ; attempt += 1) {
    await pass(10 * SECOND);
    const outcome = await api.confirmAccount(owner.token);
    if (outcome.kind !== 'unknown' || attempt === CONFIRM_ATTEMPTS) return outcome;
  }
}

/** What owners do through the API, at the worst moments. */
export function createOwners(deps: {
  api: Api;
  db: Db;
  crew(): Crew;
  people: People;
  content: Content;
  random: Random;
  nowMs(): number;
  /** Waits so long by the campaign's time. */
  pass(ms: number): Promise<void>;
  /** Told of every violation that is seen on the way. */
  violation(text: string): void;
}) {
  const { api, people, random, pass } = deps;
  const posts: TrackedPost[] = [];
  const targets = new Map<string, { point: Point; act: () => Promise<void> }>();
  const counts = new Map<string, number>();
  let named = 0;

  const count = (name: string) => void counts.set(name, (counts.get(name) ?? 0) + 1);
  const submissions = createSubmissions({ ...deps, count });
  const changes = createChanges({ ...deps, posts, count });

  const newOwner = (kind: string): Promise<Owner> => {
    named += 1;
    const username = `${kind}.${named}`;
    return again(() => people.add(username));
  };

  async function schedule(...wish: Parameters<typeof submissions.schedule>) {
    const post = await submissions.schedule(...wish);
    if (post !== undefined) posts.push(post);
    return post;
  }

  return {
    posts,
    counts,
    count,
    schedule,
    submissions,

    /** What a worker does not go on without. */
    async reached({ point, postId }: Reached): Promise<void> {
      const target = targets.get(postId);
      if (target?.point !== point) return;
      targets.delete(postId);
      count('races at a point (F20)');
      const acted = target.act();
      // Half of them while the worker waits, half beside it.
      if (random.chance(0.5)) await acted;
    },

    /** Schedules a post and changes it at the moment at which the engine gets there. */
    async race(owner: Owner, type: MediaType, point: Point, action: Action): Promise<void> {
      const twice = random.chance(0.4);
      const dueInMs = random.int(100, 200) * SECOND;
      const post = await schedule(owner, type, { dueInMs, twice });
      if (post === undefined) return;
      post.story.push(`to be raced: ${action} at ${point}`);
      await new Promise<void>((resolve) => {
        const act = () => changes.change(post, action).finally(resolve);
        targets.set(post.id, { point, act });
        deps.crew().watch(post.id);
        void pass(GIVE_UP_MS).then(resolve);
      });
      targets.delete(post.id);
    },

    /** Twenty edits of ten pictures: only the album may be made again. */
    async editOften(): Promise<void> {
      const owner = await newOwner('edita');
      const post = await schedule(owner, 'CAROUSEL', { dueInMs: 8 * MINUTE, files: 10 });
      if (post === undefined) return;
      await pass(20 * SECOND);
      for (let edit = 1; edit <= 20; edit += 1) {
        await changes.editTo(post, `muito editado ${edit} de @${owner.username}`);
        await pass(random.int(1, 15) * SECOND);
      }
      count('carousels edited 20 times (F20)');
    },

    /** Another account is connected; its owner says that the post may go there, or nothing. */
    async switchAccount(isConfirmed: boolean): Promise<void> {
      const owner = await newOwner('troca');
      const post = await schedule(owner, 'IMAGE', { dueInMs: 3 * MINUTE });
      if (post === undefined) return;
      const other = owner.username.replace('troca', 'nova');
      const igUserId = await again(() => people.reconnect(owner, other));
      post.mayEndWith.add('other-account');
      post.story.push(`the account was switched to ${other} (${igUserId})`);
      count('switched accounts (F20)');
      if (!isConfirmed) return;
      await pass(20 * SECOND);
      const first = await api.confirmAccount(owner.token);
      // Who gets no answer asks again, and is not told whether the first request did it.
      const outcome = first.kind === 'unknown' ? await confirmAgain(deps, owner) : first;
      post.story.push(`confirmed: ${first.kind}, ${outcome.kind}`);
      // It may have gone out on the old account before; else it must go out on the new one.
      if (first.kind === 'accepted' && first.data.confirmed === 0) return;
      post.accounts.add(igUserId);
      if (outcome.kind === 'accepted') post.mayEndWith.delete('other-account');
    },
  };
}
