import type { MediaType } from '@pontual/contract/posts/posts.ts';
import type { Db } from '@pontual/server/platform/database/database.ts';
import type { ProtocolPoint } from '@pontual/server/publishing/observe.ts';
import { retry } from './retry.ts';
import type { Api } from './api.ts';
import { createChanges, type Action } from './changes.ts';
import type { Content } from './content.ts';
import type { ProcessGroup, PointReached } from './process-group.ts';
import type { Owner, Users } from './users.ts';
import type { Random } from './random.ts';
import { createSubmissions } from './submissions.ts';
import type { TrackedPost } from './tracked-post.ts';

export const racePoints: readonly ProtocolPoint[] = [
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
/** A point that is not reached within this time after the due time is never reached. */
const RACE_TIMEOUT_MS = 6 * MINUTE;
const CONFIRM_ATTEMPTS = 30;

export type OwnerActions = ReturnType<typeof createOwnerActions>;

async function retryConfirmation(
  { api, sleep }: { api: Api; sleep(ms: number): Promise<void> },
  owner: Owner,
) {
  for (let attempt = 1; ; attempt += 1) {
    await sleep(10 * SECOND);
    const outcome = await api.confirmAccount(owner.token);
    if (outcome.kind !== 'unknown' || attempt === CONFIRM_ATTEMPTS) return outcome;
  }
}

export function createOwnerActions(deps: {
  api: Api;
  db: Db;
  getProcessGroup(): ProcessGroup;
  users: Users;
  content: Content;
  random: Random;
  nowMs(): number;
  sleep(ms: number): Promise<void>;
  reportViolation(text: string): void;
}) {
  const { api, users, random, sleep } = deps;
  const posts: TrackedPost[] = [];
  const targets = new Map<string, { point: ProtocolPoint; act: () => Promise<void> }>();
  const counts = new Map<string, number>();
  let ownerSerial = 0;

  const count = (name: string) => void counts.set(name, (counts.get(name) ?? 0) + 1);
  const submissions = createSubmissions({ ...deps, count });
  const changes = createChanges({ ...deps, posts, count });

  const createOwner = (kind: string): Promise<Owner> => {
    ownerSerial += 1;
    const username = `${kind}.${ownerSerial}`;
    return retry(() => users.add(username));
  };

  async function schedule(...args: Parameters<typeof submissions.schedule>) {
    const post = await submissions.schedule(...args);
    if (post !== undefined) posts.push(post);
    return post;
  }

  return {
    posts,
    counts,
    count,
    schedule,
    submissions,

    /** The worker waits until this returns. */
    async onPointReached({ point, postId }: PointReached): Promise<void> {
      const target = targets.get(postId);
      if (target?.point !== point) return;
      targets.delete(postId);
      count('races at a point (F20)');
      const action = target.act();
      if (random.chance(0.5)) await action;
    },

    async raceAgainstPoint(
      owner: Owner,
      type: MediaType,
      point: ProtocolPoint,
      action: Action,
    ): Promise<void> {
      const isRepeated = random.chance(0.4);
      const dueInMs = random.int(100, 200) * SECOND;
      const post = await schedule(owner, type, { dueInMs, isRepeated });
      if (post === undefined) return;
      post.history.push(`to be raced: ${action} at ${point}`);
      await new Promise<void>((resolve) => {
        const act = () => changes.change(post, action).finally(resolve);
        targets.set(post.id, { point, act });
        deps.getProcessGroup().watch(post.id);
        void sleep(RACE_TIMEOUT_MS).then(resolve);
      });
      targets.delete(post.id);
    },

    /** Edits a carousel of ten pictures twenty times; only its parent container may be created again. */
    async editOften(): Promise<void> {
      const owner = await createOwner('edita');
      const post = await schedule(owner, 'CAROUSEL', { dueInMs: 8 * MINUTE, files: 10 });
      if (post === undefined) return;
      await sleep(20 * SECOND);
      for (let edit = 1; edit <= 20; edit += 1) {
        await changes.editCaption(post, `muito editado ${edit} de @${owner.username}`);
        await sleep(random.int(1, 15) * SECOND);
      }
      count('carousels edited 20 times (F20)');
    },

    /** Connects another account; its owner then confirms the post or does nothing. */
    async switchAccount(isConfirmed: boolean): Promise<void> {
      const owner = await createOwner('troca');
      const post = await schedule(owner, 'IMAGE', { dueInMs: 3 * MINUTE });
      if (post === undefined) return;
      const other = owner.username.replace('troca', 'nova');
      const igUserId = await retry(() => users.reconnect(owner, other));
      post.allowedOutcomes.add('other-account');
      post.history.push(`the account was switched to ${other} (${igUserId})`);
      count('switched accounts (F20)');
      if (!isConfirmed) return;
      await sleep(20 * SECOND);
      const first = await api.confirmAccount(owner.token);
      // Where the result is unknown, the second response does not show whether the first succeeded.
      const outcome = first.kind === 'unknown' ? await retryConfirmation(deps, owner) : first;
      post.history.push(`confirmed: ${first.kind}, ${outcome.kind}`);
      // The post may have been published on the old account before; otherwise it must be on the new one.
      if (first.kind === 'accepted' && first.data.confirmed === 0) return;
      post.accounts.add(igUserId);
      if (outcome.kind === 'accepted') post.allowedOutcomes.delete('other-account');
    },
  };
}
