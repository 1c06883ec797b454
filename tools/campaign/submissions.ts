import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from '@pontual/server/platform/database/database.ts';
import { retry } from './retry.ts';
import type { Api } from './api.ts';
import type { Content, UploadKind } from './content.ts';
import type { Owner } from './users.ts';
import { createTrackedPost, type TrackedPost } from './tracked-post.ts';

/** Number of attempts, which covers the time that the database may be down. */
const ATTEMPTS = 60;
const RETRY_MS = 500;

/** A filled-in form: however often it is sent, it creates one post. */
export interface Submission {
  owner: Owner;
  type: MediaType;
  key: string;
  caption: string;
  notBeforeMs: number;
  form: FormData;
}

export interface SubmissionOptions {
  dueInMs: number;
  files?: number;
  needsConversion?: boolean;
}

/** Schedules posts by the API as a form does: with an idempotency key, retried until the result is clear. */
export function createSubmissions(deps: {
  api: Api;
  db: Db;
  content: Content;
  nowMs(): number;
  count(name: string): void;
  reportViolation(text: string): void;
}) {
  const { api, db, content, nowMs } = deps;
  let serial = 0;

  async function createSubmission(
    owner: Owner,
    type: MediaType,
    options: SubmissionOptions,
  ): Promise<Submission> {
    serial += 1;
    const [key, caption] = [`campaign-${serial}`, `pedido ${serial} #a${serial}`];
    const notBeforeMs = nowMs() + options.dueInMs;
    const form = new FormData();
    form.set('mediaType', type);
    form.set('caption', caption);
    form.set('scheduledTime', new Date(notBeforeMs).toISOString());
    const files = type === 'CAROUSEL' ? (options.files ?? 2) : 1;
    for (let file = 0; file < files; file += 1) {
      const { blob, name } = await content.upload(
        getUploadKind(type, options.needsConversion ?? false),
      );
      form.append('media', blob, name);
    }
    return { owner, type, key, caption, notBeforeMs, form };
  }

  async function submit({ owner, form, key }: Submission): Promise<string | undefined> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const outcome = await api.schedule(owner.token, form, key);
      if (outcome.kind === 'accepted') return outcome.data.post._id;
      if (outcome.kind === 'refused') {
        deps.count(`schedule: ${outcome.code}`);
        return undefined;
      }
      await wait(RETRY_MS);
    }
    return undefined;
  }

  const readHashes = (postId: string): Promise<string[]> =>
    retry(async () => {
      const rows = await db
        .selectFrom('post_media as m')
        .innerJoin('media_files as f', 'f.id', 'm.file_id')
        .select('f.sha256')
        .where('m.post_id', '=', postId)
        .execute();
      return rows.map(({ sha256 }) => sha256);
    });

  async function track(submission: Submission, id: string): Promise<TrackedPost> {
    return createTrackedPost({ ...submission, id, shas: await readHashes(id) });
  }

  return {
    createSubmission,
    submit,
    track,

    /** `isRepeated` sends three parallel requests with one key. Undefined if the post was refused. */
    async schedule(
      owner: Owner,
      type: MediaType,
      options: SubmissionOptions & { isRepeated?: boolean },
    ): Promise<TrackedPost | undefined> {
      const submission = await createSubmission(owner, type, options);
      const times = options.isRepeated === true ? 3 : 1;
      const ids = await Promise.all(Array.from({ length: times }, () => submit(submission)));
      if (options.isRepeated === true) deps.count('double submits (F19)');
      const distinct = new Set(ids.filter((id) => id !== undefined));
      const { key } = submission;
      if (distinct.size > 1)
        deps.reportViolation(`F19: one key made ${distinct.size} posts (${key})`);
      const [id] = distinct;
      return id === undefined ? undefined : track(submission, id);
    },
  };
}

function getUploadKind(type: MediaType, needsConversion: boolean): UploadKind {
  if (needsConversion) return type === 'STORIES' ? 'foreign of a story' : 'foreign';
  return type === 'VIDEO' || type === 'REELS' ? 'video' : 'image';
}
