import type { MediaType } from '@pontual/contract/posts.ts';
import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from '../src/database/database.ts';
import type { Point } from '../src/publishing/observe.ts';
import type { Api, Outcome } from './api.ts';
import type { Content } from './content.ts';
import type { Crew, Reached } from './crew.ts';
import type { Owner, People } from './people.ts';
import type { Random } from './random.ts';
import { aTrackedPost, type TrackedPost } from './tracked.ts';

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
export const raceActions = ['edit', 'move', 'delete', 'disconnect', 'publish-now'] as const;
type Action = (typeof raceActions)[number];

const MINUTE = 60_000;

export interface OwnerDependencies {
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
}

export type Owners = ReturnType<typeof createOwners>;

/** What owners do through the API, at the worst moments. */
export function createOwners(deps: OwnerDependencies) {
  const { api, db, people, content, random, nowMs, pass } = deps;
  const posts: TrackedPost[] = [];
  const targets = new Map<string, { point: Point; act: () => Promise<void>; done: () => void }>();
  const counts = new Map<string, number>();
  let serial = 0;

  let named = 0;
  const newName = () => (named += 1);
  const count = (name: string) => void counts.set(name, (counts.get(name) ?? 0) + 1);

  async function formOf(type: MediaType, caption: string, dueInMs: number, files?: number) {
    const form = new FormData();
    form.set('mediaType', type);
    form.set('caption', caption);
    form.set('scheduledTime', new Date(nowMs() + dueInMs).toISOString());
    const kinds: ('image' | 'video')[] =
      type === 'CAROUSEL'
        ? Array.from({ length: files ?? 2 }, () => 'image' as const)
        : [type === 'IMAGE' || type === 'STORIES' ? 'image' : 'video'];
    for (const kind of kinds) {
      const { blob, name } = await content.upload(kind);
      form.append('media', blob, name);
    }
    return form;
  }

  /** Whatever is answered, or not: the same key until one answer is clear. */
  async function submit(owner: Owner, form: FormData, key: string): Promise<string | undefined> {
    for (let attempt = 0; attempt < 60; attempt += 1) {
      const outcome = await api.schedule(owner.token, form, key);
      if (outcome.kind === 'accepted') return outcome.data.post._id;
      if (outcome.kind === 'refused') return undefined;
      await wait(500);
    }
    return undefined;
  }

  async function shasOf(postId: string): Promise<string[]> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        const rows = await db
          .selectFrom('post_media as m')
          .innerJoin('media_files as f', 'f.id', 'm.file_id')
          .select('f.sha256')
          .where('m.post_id', '=', postId)
          .execute();
        return rows.map(({ sha256 }) => sha256);
      } catch (error) {
        if (attempt > 60) throw error;
        await wait(500);
      }
    }
  }

  async function schedule(
    owner: Owner,
    type: MediaType,
    { dueInMs, twice = false, files }: { dueInMs: number; twice?: boolean; files?: number },
  ): Promise<TrackedPost | undefined> {
    serial += 1;
    const caption = `pedido ${serial} #a${serial}`;
    const form = await formOf(type, caption, dueInMs, files);
    const key = `campaign-${serial}`;
    const ids = await Promise.all(
      Array.from({ length: twice ? 3 : 1 }, () => submit(owner, form, key)),
    );
    if (twice) count('double submits (F19)');
    const distinct = new Set(ids.filter((id) => id !== undefined));
    if (distinct.size > 1) deps.violation(`F19: one key made ${distinct.size} posts (${key})`);
    const [id] = distinct;
    if (id === undefined) return undefined;
    const notBeforeMs = Date.parse(String(form.get('scheduledTime')));
    const shas = await shasOf(id);
    const post = aTrackedPost({ id, type, owner, notBeforeMs, caption, shas });
    posts.push(post);
    return post;
  }

  async function change(post: TrackedPost, action: Action): Promise<void> {
    const outcome = await changeBy[action](post);
    post.story.push(`${action}: ${outcome.kind === 'refused' ? outcome.code : outcome.kind}`);
    count(`${action}: ${outcome.kind}`);
  }

  const editTo = async (post: TrackedPost, caption: string): Promise<Outcome<unknown>> => {
    const form = new FormData();
    form.set('caption', caption);
    const outcome = await api.edit(post.owner.token, post.id, form);
    if (outcome.kind === 'accepted') post.captions.clear();
    if (outcome.kind !== 'refused') post.captions.add(caption);
    return outcome;
  };

  const changeBy: Record<Action, (post: TrackedPost) => Promise<Outcome<unknown>>> = {
    edit: (post) => {
      const [before = ''] = post.captions;
      return editTo(post, `${before} editado ${serial}`);
    },
    async move(post) {
      const form = new FormData();
      const hour = nowMs() + random.int(2, 6) * MINUTE;
      form.set('scheduledTime', new Date(hour).toISOString());
      const outcome = await api.edit(post.owner.token, post.id, form);
      if (outcome.kind === 'accepted') post.notBeforeMs = hour;
      return outcome;
    },
    async delete(post) {
      const outcome = await api.remove(post.owner.token, post.id);
      if (outcome.kind === 'accepted') post.deletion = 'accepted';
      if (outcome.kind === 'unknown') post.deletion = 'unknown';
      return outcome;
    },
    async disconnect(post) {
      const outcome = await api.disconnect(post.owner.token);
      for (const each of posts) {
        if (each.owner === post.owner) each.mayEndWith.add('no-account').add('unverifiable');
      }
      void pass(random.int(20, 240) * 1000)
        .then(() => again(() => people.reconnect(post.owner)))
        .catch(() => deps.violation('an account could not be connected again'));
      return outcome;
    },
    async 'publish-now'(post) {
      post.notBeforeMs = Math.min(post.notBeforeMs, nowMs());
      return api.publishNow(post.owner.token, post.id);
    },
  };

  return {
    posts,
    counts,
    schedule,

    /** What a worker does not go on without. */
    async reached({ point, postId }: Reached): Promise<void> {
      const target = targets.get(postId);
      if (target?.point !== point) return;
      targets.delete(postId);
      count('races at a point (F20)');
      const acted = target.act().finally(target.done);
      // Half of them while the worker waits, half beside it.
      if (random.chance(0.5)) await acted;
    },

    /** Schedules a post and changes it at the moment at which the engine gets there. */
    async race(owner: Owner, type: MediaType, point: Point, action: Action): Promise<void> {
      const twice = random.chance(0.4);
      const post = await schedule(owner, type, { dueInMs: random.int(100, 200) * 1000, twice });
      if (post === undefined) return;
      post.story.push(`to be raced: ${action} at ${point}`);
      await new Promise<void>((resolve) => {
        targets.set(post.id, { point, act: () => change(post, action), done: resolve });
        deps.crew().watch(post.id);
        void pass(6 * MINUTE).then(resolve);
      });
      targets.delete(post.id);
    },

    /** Twenty edits of ten pictures: only the album may be made again. */
    async editOften(): Promise<void> {
      const owner = await again(() => people.add(`edita.${newName()}`));
      const post = await schedule(owner, 'CAROUSEL', { dueInMs: 8 * MINUTE, files: 10 });
      if (post === undefined) return;
      await pass(20_000);
      for (let edit = 1; edit <= 20; edit += 1) {
        await editTo(post, `muito editado ${edit} #a${serial}`);
        await pass(random.int(1, 15) * 1000);
      }
      count('carousels edited 20 times (F20)');
    },

    /** Another account is connected; its owner says that the post may go there, or nothing. */
    async switchAccount(isConfirmed: boolean): Promise<void> {
      const owner = await again(() => people.add(`troca.${newName()}`));
      const other = `nova.${newName()}`;
      const post = await schedule(owner, 'IMAGE', { dueInMs: 3 * MINUTE });
      if (post === undefined) return;
      const igUserId = await again(() => people.reconnect(owner, other));
      post.mayEndWith.add('other-account');
      post.story.push(`the account was switched to ${other} (${igUserId})`);
      count('switched accounts (F20)');
      if (!isConfirmed) return;
      await pass(20_000);
      const outcome = await api.confirmAccount(owner.token);
      post.story.push(`confirmed: ${outcome.kind}`);
      // It may have gone out on the old account before; else it must go out on the new one.
      if (outcome.kind === 'accepted' && outcome.data.confirmed === 0) return;
      post.accounts.add(igUserId);
      if (outcome.kind === 'accepted') post.mayEndWith.delete('other-account');
    },
  };
}

/** While the database is away, nobody can be connected. */
export async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt > 60) throw error;
      await wait(500);
    }
  }
}
