import type { MediaType } from '@pontual/contract/posts.ts';
import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from '../src/database/database.ts';
import { again } from './again.ts';
import type { Api } from './api.ts';
import type { Content } from './content.ts';
import type { Owner } from './people.ts';
import { aTrackedPost, type TrackedPost } from './tracked.ts';

/** As long as the database may be away (real ms). */
const ATTEMPTS = 60;
const AGAIN_MS = 500;

/** Posts scheduled through the API, as a form does it: with a key, again until the answer is clear. */
export function createSubmissions(deps: {
  api: Api;
  db: Db;
  content: Content;
  nowMs(): number;
  count(name: string): void;
  violation(text: string): void;
}) {
  const { api, db, content, nowMs } = deps;
  let serial = 0;

  async function formOf(type: MediaType, caption: string, hourMs: number, files: number) {
    const form = new FormData();
    form.set('mediaType', type);
    form.set('caption', caption);
    form.set('scheduledTime', new Date(hourMs).toISOString());
    const isImage = type !== 'VIDEO' && type !== 'REELS';
    for (let file = 0; file < (type === 'CAROUSEL' ? files : 1); file += 1) {
      const { blob, name } = await content.upload(isImage ? 'image' : 'video');
      form.append('media', blob, name);
    }
    return form;
  }

  async function submit(owner: Owner, form: FormData, key: string): Promise<string | undefined> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const outcome = await api.schedule(owner.token, form, key);
      if (outcome.kind === 'accepted') return outcome.data.post._id;
      if (outcome.kind === 'refused') {
        deps.count(`schedule: ${outcome.code}`);
        return undefined;
      }
      await wait(AGAIN_MS);
    }
    return undefined;
  }

  const shasOf = (postId: string): Promise<string[]> =>
    again(async () => {
      const rows = await db
        .selectFrom('post_media as m')
        .innerJoin('media_files as f', 'f.id', 'm.file_id')
        .select('f.sha256')
        .where('m.post_id', '=', postId)
        .execute();
      return rows.map(({ sha256 }) => sha256);
    });

  return {
    /** `twice`: three requests at once with one key. Undefined when it was refused. */
    async schedule(
      owner: Owner,
      type: MediaType,
      wish: { dueInMs: number; twice?: boolean; files?: number },
    ): Promise<TrackedPost | undefined> {
      serial += 1;
      const [key, caption] = [`campaign-${serial}`, `pedido ${serial} #a${serial}`];
      const notBeforeMs = nowMs() + wish.dueInMs;
      const form = await formOf(type, caption, notBeforeMs, wish.files ?? 2);
      const times = wish.twice === true ? 3 : 1;
      const ids = await Promise.all(Array.from({ length: times }, () => submit(owner, form, key)));
      if (wish.twice === true) deps.count('double submits (F19)');
      const distinct = new Set(ids.filter((id) => id !== undefined));
      if (distinct.size > 1) deps.violation(`F19: one key made ${distinct.size} posts (${key})`);
      const [id] = distinct;
      if (id === undefined) return undefined;
      const shas = await shasOf(id);
      return aTrackedPost({ id, type, owner, notBeforeMs, caption, shas });
    },
  };
}
