import { setTimeout as wait } from 'node:timers/promises';
import type { MediaType } from '@pontual/contract/posts/posts.ts';
import type { Db } from '@pontual/server/platform/database/database.ts';
import { retry } from './retry.ts';
import type { Api } from './api.ts';
import type { Disk } from './disk.ts';
import type { OwnerActions } from './owner-actions.ts';
import type { Owner, Users } from './users.ts';
import type { Random } from './random.ts';
import type { Submission, SubmissionOptions } from './submissions.ts';
import type { TrackedPost } from './tracked-post.ts';

export const FULL_DISK = 'F18 disk full';

const DRILLS = 20;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** From a full disk to the due time of the posts that were refused (campaign time). */
const RESEND_DELAY_MS = { long: 4 * MINUTE, short: 2 * MINUTE };
/** Delay before a request with an unclear result is retried, in real ms. */
const RETRY_MS = 200;
/** Maximum number of unclear results, which a database fault may cause. */
const MAX_UNCLEAR = 10;
const submissionKinds: readonly [MediaType, Omit<SubmissionOptions, 'dueInMs'>][] = [
  ['IMAGE', {}],
  ['CAROUSEL', { files: 3 }],
  ['REELS', {}],
  ['VIDEO', { needsConversion: true }],
  ['STORIES', { needsConversion: true }],
];
/** No space at all, or enough for the upload but not for the conversion. */
const spareSizes = [0, 0, 8_000, 24_000, 100_000];

export interface FullDisk {
  fromMs: number;
  untilMs: number;
}

interface DiskDrillDependencies {
  disk: Disk | undefined;
  part: { posts: number; intensity: number; isShort: boolean };
  isMutant: boolean;
  ownerActions: OwnerActions;
  api: Api;
  users: Users;
  db: Db;
  random: Random;
  fromMs: number;
  untilMs: number;
  nowMs(): number;
  sleep(ms: number): Promise<void>;
  /** Never runs between a backup and its restore. */
  runScenario(work: () => Promise<void>): Promise<void>;
  printLine(text: string): void;
  reportViolation(text: string): void;
}

/** F18: fills the disk at times. Returns these times. */
export async function drillFullDisks(deps: DiskDrillDependencies): Promise<FullDisk[]> {
  const { disk, part, random, fromMs } = deps;
  if (deps.isMutant) return [];
  if (disk === undefined) {
    deps.printLine(`  no disk may be mounted here: ${FULL_DISK} is left out`);
    return [];
  }
  const times = Math.max(1, Math.round((DRILLS * part.posts * part.intensity) / 10_000));
  // Leaves time to publish the refused posts on schedule.
  const lastMs = deps.untilMs - (part.isShort ? 1 : 10) * MINUTE;
  const span = Math.max(0, lastMs - fromMs);
  const fullDisks: FullDisk[] = [];
  for (let number = 1; number <= times; number += 1) {
    const atMs = fromMs + (span * (number - random.next())) / times;
    await deps.sleep(Math.max(0, atMs - deps.nowMs()));
    await deps.runScenario(async () => {
      const owner = await retry(() => deps.users.add(`disco.${number}`));
      fullDisks.push(await runDrill(deps, disk, owner));
    });
  }
  return fullDisks;
}

async function runDrill(deps: DiskDrillDependencies, disk: Disk, owner: Owner): Promise<FullDisk> {
  const { ownerActions, random, part, nowMs, sleep } = deps;
  const ms = (part.isShort ? random.int(15, 30) : random.int(20, 120)) * SECOND;
  const laterMs = RESEND_DELAY_MS[part.isShort ? 'short' : 'long'];
  const submissions: Submission[] = [];
  for (const [type, options] of random.shuffled(submissionKinds)) {
    submissions.push(
      await ownerActions.submissions.createSubmission(owner, type, {
        ...options,
        dueInMs: ms + laterMs,
      }),
    );
  }
  const dueInMs = random.int(10, 60) * SECOND;
  const convertingPost = await ownerActions.schedule(owner, 'REELS', {
    dueInMs,
    needsConversion: true,
  });
  const fromMs = nowMs();
  await disk.fill(random.pick(spareSizes));
  const { unsent, refused } = await sendToFullDisk(deps, submissions, fromMs + ms);
  await sleep(Math.max(0, fromMs + ms - nowMs()));
  if (convertingPost !== undefined) await checkConverting(deps, convertingPost);
  await checkRefused(deps, owner, refused);
  await disk.free();
  const untilMs = nowMs();
  for (const form of unsent) {
    const postId = await ownerActions.submissions.submit(form);
    if (postId === undefined) deps.reportViolation(`F18: ${form.key} was refused for ever`);
    else ownerActions.posts.push(await ownerActions.submissions.track(form, postId));
  }
  return { fromMs, untilMs };
}

/** Returns the submissions that were not accepted, and those of them that must have left no trace. */
async function sendToFullDisk(
  { ownerActions, api, nowMs, reportViolation }: DiskDrillDependencies,
  submissions: readonly Submission[],
  untilMs: number,
): Promise<{ unsent: Submission[]; refused: Submission[] }> {
  const [unsent, refused]: [Submission[], Submission[]] = [[], []];
  for (const form of submissions) {
    const { owner, key } = form;
    let unclearCount = 0;
    let outcome: Awaited<ReturnType<Api['schedule']>> = { kind: 'unknown' };
    while (outcome.kind === 'unknown' && nowMs() < untilMs) {
      outcome = await api.schedule(owner.token, form.form, key);
      if (outcome.kind !== 'unknown') break;
      unclearCount += 1;
      ownerActions.count('full disk: no clear answer');
      await wait(RETRY_MS);
    }
    if (outcome.kind === 'accepted') {
      // Another file was deleted, or the spare space sufficed.
      ownerActions.count('full disk: there was room');
      ownerActions.posts.push(await ownerActions.submissions.track(form, outcome.data.post._id));
      continue;
    }
    unsent.push(form);
    if (outcome.kind === 'unknown') {
      if (unclearCount > MAX_UNCLEAR) reportViolation(`F18: ${key} had no clear answer`);
      continue;
    }
    ownerActions.count(`full disk: ${outcome.code}`);
    if (outcome.code !== 'STORAGE_FULL')
      reportViolation(`F18: ${key} was refused with ${outcome.code}`);
    if (unclearCount === 0) refused.push(form);
  }
  return { unsent, refused };
}

async function checkRefused(
  { db, reportViolation }: DiskDrillDependencies,
  { workspaceId }: Owner,
  refused: readonly Submission[],
): Promise<void> {
  const captions = new Set(refused.map(({ caption }) => caption));
  const posts = await retry(() =>
    db.selectFrom('posts').select('caption').where('workspace_id', '=', workspaceId).execute(),
  );
  const media = await retry(() =>
    db
      .selectFrom('media_files as f')
      .leftJoin('post_media as m', 'm.file_id', 'f.id')
      .select('f.id')
      .where('f.workspace_id', '=', workspaceId)
      .where('m.post_id', 'is', null)
      .execute(),
  );
  for (const { caption } of posts) {
    if (captions.has(caption)) reportViolation(`F18: "${caption}" was refused, and is there`);
  }
  for (const { id } of media) reportViolation(`F18: medium ${id} is there, and no post shows it`);
}

async function checkConverting(
  { db, ownerActions, reportViolation }: DiskDrillDependencies,
  post: TrackedPost,
): Promise<void> {
  const file = await retry(() =>
    db
      .selectFrom('post_media as m')
      .innerJoin('media_files as f', 'f.id', 'm.file_id')
      .select(['f.state', 'f.attempts'])
      .where('m.post_id', '=', post.id)
      .executeTakeFirst(),
  );
  if (file?.state === 'converting') ownerActions.count('full disk: conversions that waited');
  const isBlamed = file?.state === 'refused' || (file?.attempts ?? 0) > 0;
  if (isBlamed) reportViolation(`F18: the video of ${post.id} was blamed for a full disk`);
}
