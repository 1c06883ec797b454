import { setTimeout as wait } from 'node:timers/promises';
import type { MediaType } from '@pontual/contract/posts.ts';
import type { Db } from '../src/database/database.ts';
import { again } from './again.ts';
import type { Api } from './api.ts';
import type { Disk } from './disk.ts';
import type { Owners } from './owners.ts';
import type { Owner, People } from './people.ts';
import type { Random } from './random.ts';
import type { Submission, SubmissionWish } from './submissions.ts';
import type { TrackedPost } from './tracked.ts';

/** As it is counted among the faults. */
export const FULL_DISK = 'F18 disk full';

/** How many, for 10,000 posts; and at least one. */
const TIMES = 20;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** From a full disk to the hour of what could not be sent to it (campaign time). */
const LATER_MS = { long: 4 * MINUTE, short: 2 * MINUTE };
/** After so long (real ms) it is asked again what got no clear answer, */
const AGAIN_MS = 200;
/** and so often the database may be to blame. */
const MAX_UNCLEAR = 10;
/** What is sent to a full disk: all that is written for it must find no room. */
const wishes: readonly [MediaType, Omit<SubmissionWish, 'dueInMs'>][] = [
  ['IMAGE', {}],
  ['CAROUSEL', { files: 3 }],
  ['REELS', {}],
  ['VIDEO', { isForeign: true }],
  ['STORIES', { isForeign: true }],
];
/** Room for nothing; or for what comes, and not for what is made of it. */
const spares = [0, 0, 8_000, 24_000, 100_000];

/** While it was full, by the campaign's time. */
export interface FullDisk {
  fromMs: number;
  untilMs: number;
}

interface Drills {
  /** Undefined where none may be mounted. */
  disk: Disk | undefined;
  part: { posts: number; intensity: number; isShort: boolean };
  isMutant: boolean;
  acting: Owners;
  api: Api;
  people: People;
  db: Db;
  random: Random;
  fromMs: number;
  untilMs: number;
  nowMs(): number;
  pass(ms: number): Promise<void>;
  /** Not between a backup and its return. */
  inScene(work: () => Promise<void>): Promise<void>;
  say(text: string): void;
  violation(text: string): void;
}

/** F18: now and then there is no room for media; answers when. */
export async function drillFullDisks(deps: Drills): Promise<FullDisk[]> {
  const { disk, part, random, fromMs } = deps;
  if (deps.isMutant) return [];
  if (disk === undefined) {
    deps.say(`  no disk may be mounted here: ${FULL_DISK} is left out`);
    return [];
  }
  const times = Math.max(1, Math.round((TIMES * part.posts * part.intensity) / 10_000));
  // What could not be sent goes out after it, and in time.
  const lastMs = deps.untilMs - (part.isShort ? 1 : 10) * MINUTE;
  const span = Math.max(0, lastMs - fromMs);
  const found: FullDisk[] = [];
  for (let number = 1; number <= times; number += 1) {
    const atMs = fromMs + (span * (number - random.next())) / times;
    await deps.pass(Math.max(0, atMs - deps.nowMs()));
    await deps.inScene(async () => {
      const owner = await again(() => deps.people.add(`disco.${number}`));
      found.push(await drill(deps, disk, owner));
    });
  }
  return found;
}

async function drill(deps: Drills, disk: Disk, owner: Owner): Promise<FullDisk> {
  const { acting, random, part, nowMs, pass } = deps;
  const ms = (part.isShort ? random.int(15, 30) : random.int(20, 120)) * SECOND;
  const laterMs = LATER_MS[part.isShort ? 'short' : 'long'];
  const forms: Submission[] = [];
  for (const [type, wish] of random.shuffled(wishes)) {
    forms.push(await acting.submissions.fillIn(owner, type, { ...wish, dueInMs: ms + laterMs }));
  }
  // To be converted when there is no room for what comes of it.
  const dueInMs = random.int(10, 60) * SECOND;
  const waiting = await acting.schedule(owner, 'REELS', { dueInMs, isForeign: true });
  const fromMs = nowMs();
  await disk.fill(random.pick(spares));
  const { unsent, refused } = await sendToFull(deps, forms, fromMs + ms);
  await pass(Math.max(0, fromMs + ms - nowMs()));
  if (waiting !== undefined) await judgeWaiting(deps, waiting);
  await judgeRefused(deps, owner, refused);
  await disk.free();
  const untilMs = nowMs();
  // Whoever was refused sends the same again, and now it is taken.
  for (const form of unsent) {
    const postId = await acting.submissions.submit(form);
    if (postId === undefined) deps.violation(`F18: ${form.key} was refused for ever`);
    else acting.posts.push(await acting.submissions.track(form, postId));
  }
  return { fromMs, untilMs };
}

/** Answers what was not taken, and of it those of which nothing can be there. */
async function sendToFull(
  { acting, api, nowMs, violation }: Drills,
  forms: readonly Submission[],
  untilMs: number,
): Promise<{ unsent: Submission[]; refused: Submission[] }> {
  const [unsent, refused]: [Submission[], Submission[]] = [[], []];
  for (const form of forms) {
    const { owner, key } = form;
    let unclear = 0;
    let outcome: Awaited<ReturnType<Api['schedule']>> = { kind: 'unknown' };
    while (outcome.kind === 'unknown' && nowMs() < untilMs) {
      outcome = await api.schedule(owner.token, form.form, key);
      if (outcome.kind !== 'unknown') break;
      unclear += 1;
      acting.count('full disk: no clear answer');
      await wait(AGAIN_MS);
    }
    if (outcome.kind === 'accepted') {
      // Somebody's file had gone, or there was room to spare.
      acting.count('full disk: there was room');
      acting.posts.push(await acting.submissions.track(form, outcome.data.post._id));
      continue;
    }
    unsent.push(form);
    if (outcome.kind === 'unknown') {
      if (unclear > MAX_UNCLEAR) violation(`F18: ${key} had no clear answer`);
      continue;
    }
    acting.count(`full disk: ${outcome.code}`);
    if (outcome.code !== 'STORAGE_FULL') violation(`F18: ${key} was told ${outcome.code}`);
    if (unclear === 0) refused.push(form);
  }
  return { unsent, refused };
}

/** Nothing is kept of what was refused: no post, and no medium that none shows. */
async function judgeRefused(
  { db, violation }: Drills,
  { workspaceId }: Owner,
  refused: readonly Submission[],
): Promise<void> {
  const captions = new Set(refused.map(({ caption }) => caption));
  const posts = await again(() =>
    db.selectFrom('posts').select('caption').where('workspace_id', '=', workspaceId).execute(),
  );
  const media = await again(() =>
    db
      .selectFrom('media_files as f')
      .leftJoin('post_media as m', 'm.file_id', 'f.id')
      .select('f.id')
      .where('f.workspace_id', '=', workspaceId)
      .where('m.post_id', 'is', null)
      .execute(),
  );
  for (const { caption } of posts) {
    if (captions.has(caption)) violation(`F18: "${caption}" was refused, and is there`);
  }
  for (const { id } of media) violation(`F18: medium ${id} is there, and no post shows it`);
}

/** A conversion that finds no room waits for it: its file is not at fault. */
async function judgeWaiting({ db, acting, violation }: Drills, post: TrackedPost): Promise<void> {
  const found = await again(() =>
    db
      .selectFrom('post_media as m')
      .innerJoin('media_files as f', 'f.id', 'm.file_id')
      .select(['f.state', 'f.attempts'])
      .where('m.post_id', '=', post.id)
      .executeTakeFirst(),
  );
  if (found?.state === 'converting') acting.count('full disk: conversions that waited');
  const isBlamed = found?.state === 'refused' || (found?.attempts ?? 0) > 0;
  if (isBlamed) violation(`F18: the video of ${post.id} was blamed for a full disk`);
}
