import { retry } from './retry.ts';
import type { Api, Outcome } from './api.ts';
import type { Users } from './users.ts';
import type { Random } from './random.ts';
import type { TrackedPost } from './tracked-post.ts';

export const raceActions = ['edit', 'move', 'delete', 'disconnect', 'publish-now'] as const;
export type Action = (typeof raceActions)[number];

const SECOND = 1000;

export function createChanges(deps: {
  api: Api;
  users: Users;
  random: Random;
  posts: readonly TrackedPost[];
  nowMs(): number;
  sleep(ms: number): Promise<void>;
  count(name: string): void;
  reportViolation(text: string): void;
}) {
  const { api, users, random, nowMs, sleep } = deps;
  let serial = 0;

  async function editCaption(post: TrackedPost, caption: string): Promise<Outcome<unknown>> {
    const form = new FormData();
    form.set('caption', caption);
    const outcome = await api.edit(post.owner.token, post.id, form);
    if (outcome.kind === 'accepted') post.captions.clear();
    if (outcome.kind !== 'refused') post.captions.add(caption);
    return outcome;
  }

  async function move(post: TrackedPost): Promise<Outcome<unknown>> {
    const form = new FormData();
    const dueAtMs = nowMs() + random.int(120, 360) * SECOND;
    form.set('scheduledTime', new Date(dueAtMs).toISOString());
    const outcome = await api.edit(post.owner.token, post.id, form);
    if (outcome.kind === 'accepted') post.notBeforeMs = dueAtMs;
    return outcome;
  }

  async function remove(post: TrackedPost): Promise<Outcome<unknown>> {
    const outcome = await api.remove(post.owner.token, post.id);
    if (outcome.kind !== 'refused') post.deletion = outcome.kind;
    return outcome;
  }

  async function disconnect(post: TrackedPost): Promise<Outcome<unknown>> {
    for (const each of deps.posts) {
      if (each.owner === post.owner) each.allowedOutcomes.add('no-account').add('unverifiable');
    }
    const outcome = await api.disconnect(post.owner.token);
    void sleep(random.int(20, 240) * SECOND)
      .then(() => retry(() => users.reconnect(post.owner)))
      .catch(() => deps.reportViolation('an account could not be connected again'));
    return outcome;
  }

  function publishNow(post: TrackedPost): Promise<Outcome<unknown>> {
    post.notBeforeMs = Math.min(post.notBeforeMs, nowMs());
    return api.publishNow(post.owner.token, post.id);
  }

  function perform(post: TrackedPost, action: Action): Promise<Outcome<unknown>> {
    serial += 1;
    switch (action) {
      case 'edit':
        return editCaption(post, `${[...post.captions][0] ?? ''} editado ${serial}`);
      case 'move':
        return move(post);
      case 'delete':
        return remove(post);
      case 'disconnect':
        return disconnect(post);
      case 'publish-now':
        return publishNow(post);
    }
  }

  return {
    editCaption,
    async change(post: TrackedPost, action: Action): Promise<void> {
      const outcome = await perform(post, action);
      const result = outcome.kind === 'refused' ? outcome.code : outcome.kind;
      post.history.push(`${new Date(nowMs()).toISOString().slice(11, 23)} ${action}: ${result}`);
      deps.count(`${action}: ${outcome.kind}`);
    },
  };
}
