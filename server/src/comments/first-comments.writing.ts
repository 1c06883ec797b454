import { dayKey } from '@pontual/contract/brasilia-time.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { ConnectedAccount, InstagramAccounts } from '../instagram/instagram.accounts.ts';
import type { InstagramComments } from '../instagram/instagram.comments.ts';
import { InstagramError } from '../instagram/instagram.graph.ts';
import { NotSentError } from '../instagram/instagram.transport.ts';
import type { Log } from '../log.ts';
import type { Notices } from '../notices/notices.ts';
import { writeEvents } from '../publishing/events.ts';
import { createFirstCommentsRepository, type Claimed } from './first-comments.repository.ts';
import {
  CLOCK_SKEW_MS,
  consequenceOf,
  disconnected,
  gaveUp,
  heldBack,
  HELD_UP_MS,
  INTENT_DEADLINE_MS,
  NOT_COMMENTED,
  ownAmong,
  pauseAfter,
  QUIESCENCE_MS,
  silent,
  unknownMedia,
  type Standstill,
} from './first-comments.rules.ts';

/** What comes of one pass. `sent`: a call may have taken effect, and is looked for the next time. */
type Outcome =
  | { kind: 'published'; commentId: string }
  | { kind: 'wait'; ms: number; why: Standstill; sent: boolean }
  | { kind: 'failed'; why: Standstill; sent: boolean };

export interface WritingDependencies {
  database: Database;
  accounts: Pick<InstagramAccounts, 'accountToRead'>;
  comments: InstagramComments;
  notices: Pick<Notices, 'add'>;
  clock: Clock;
  log: Log;
}

/** Writes first comments, each once: what may have been written is looked for before another try. */
export function createWriting(deps: WritingDependencies) {
  const { database, accounts, comments, notices, clock, log } = deps;
  const repository = createFirstCommentsRepository(database.db);

  /** The comment that an earlier pass wrote, one that ran before a backup was put back, or its owner. */
  async function writtenBefore(claimed: Claimed, account: ConnectedAccount, mediaId: string) {
    const { may_be_there: mayBeThere, text } = claimed;
    if (!mayBeThere) return undefined;
    const since = new Date(claimed.since.getTime() - CLOCK_SKEW_MS);
    const found = await comments.since(account, mediaId, since);
    return ownAmong(found, { text, username: account.username });
  }

  async function write(claimed: Claimed, account: ConnectedAccount, mediaId: string) {
    const begun = { monotonicMs: clock.monotonicMs(), wallMs: clock.now().getTime() };
    // By either clock: the monotonic one may stand still while the machine sleeps.
    const isStale = () =>
      clock.monotonicMs() - begun.monotonicMs > INTENT_DEADLINE_MS ||
      clock.now().getTime() - begun.wallMs > INTENT_DEADLINE_MS;
    if (!(await repository.intend(claimed))) return undefined;
    return comments.write(account, mediaId, claimed.text, () => !isStale());
  }

  async function take(
    claimed: Claimed,
    account: ConnectedAccount,
    mediaId: string,
  ): Promise<Outcome | undefined> {
    const wasSent = claimed.intent_at !== null;
    let isWriting = false;
    try {
      const before = await writtenBefore(claimed, account, mediaId);
      if (before !== undefined) return { kind: 'published', commentId: before.id };
      const left = QUIESCENCE_MS - (claimed.intent_age_ms ?? QUIESCENCE_MS);
      if (left > 0) return { kind: 'wait', ms: left, why: silent, sent: true };
      if (claimed.is_over) return { kind: 'failed', why: gaveUp, sent: false };
      isWriting = true;
      const commentId = await write(claimed, account, mediaId);
      return commentId === undefined ? undefined : { kind: 'published', commentId };
    } catch (error) {
      const outcome = afterFailure(error, claimed, isWriting);
      log.info({ error, postId: claimed.post_id }, 'a comment was not written');
      const isOver = claimed.is_over && outcome.kind === 'wait';
      return isOver ? { kind: 'failed', why: gaveUp, sent: outcome.sent || wasSent } : outcome;
    }
  }

  async function outcomeOf(claimed: Claimed): Promise<Outcome | undefined> {
    const { ig_user_id: igUserId, media_id: mediaId, workspace_id: workspaceId } = claimed;
    const sent = claimed.intent_at !== null;
    if (igUserId === null || mediaId === null) return { kind: 'failed', why: unknownMedia, sent };
    const account = await accounts.accountToRead(workspaceId, igUserId);
    if (account === undefined || account.isEnded || account.heldUp === 'reconnect') {
      return { kind: 'failed', why: disconnected, sent };
    }
    const isHeldBack = account.heldUp !== null && account.heldUp !== 'quota';
    if (!isHeldBack) return take(claimed, account, mediaId);
    return claimed.is_over
      ? { kind: 'failed', why: gaveUp, sent }
      : { kind: 'wait', ms: account.pausedForMs ?? HELD_UP_MS, why: heldBack, sent };
  }

  /** The outcome, and what its owner reads of it in the post's history; of one that is missing, by mail too. */
  async function record(claimed: Claimed, outcome: Outcome): Promise<void> {
    if (outcome.kind === 'wait') return repository.wait(claimed, outcome);
    const { post_id: postId, workspace_id: workspaceId } = claimed;
    await database.inTransaction(async (tx) => {
      const end = outcome.kind === 'published' ? { commentId: outcome.commentId } : outcome;
      if (!(await createFirstCommentsRepository(tx).end(claimed, end))) return;
      if (outcome.kind === 'published') return writeEvents(tx, [{ postId, kind: 'commented' }]);
      const { reason, action } = outcome.why;
      await writeEvents(tx, [{ postId, kind: 'not_commented', detail: { cause: reason } }]);
      await notices.add(tx, [
        {
          workspaceId,
          postId,
          dedupeKey: `${NOT_COMMENTED}:${toldOnceFor(claimed, action, clock.now())}`,
          code: NOT_COMMENTED,
          message: reason,
          action: action ?? 'wait',
        },
      ]);
    });
  }

  /**
   * Takes a first comment's next step; answers whose post has something new to show.
   * What fails of ours is thrown, and the next pass looks for what was written.
   */
  return async function writeNext(postId: string): Promise<string | undefined> {
    const claimed = await repository.claim(postId);
    if (claimed === undefined) return undefined;
    const outcome = await outcomeOf(claimed);
    if (outcome === undefined) return undefined;
    await record(claimed, outcome);
    return claimed.workspace_id;
  };
}

/** One reconnection mends all of a day's; whoever has another one tried again is told again. */
const toldOnceFor = (claimed: Claimed, action: Standstill['action'], now: Date): string =>
  action === 'reconnect'
    ? `${claimed.workspace_id}:${claimed.ig_user_id}:${dayKey(now)}`
    : `${claimed.post_id}:${claimed.fence}`;

/** What Instagram's refusal means; `sent` where it was of the writing itself. */
function afterFailure(error: unknown, claimed: Claimed, sent: boolean): Outcome {
  const pause = pauseAfter(claimed.attempts);
  if (error instanceof NotSentError) {
    return { kind: 'wait', ms: pause, why: silent, sent: false };
  }
  if (!(error instanceof InstagramError)) throw error;
  const found = consequenceOf(error.problem);
  // A read says nothing of a call that was sent before.
  const mayBeThere = sent ? found.kind === 'doubt' : claimed.intent_at !== null;
  switch (found.kind) {
    case 'doubt':
      return {
        kind: 'wait',
        ms: sent ? Math.max(pause, QUIESCENCE_MS) : pause,
        why: silent,
        sent: mayBeThere,
      };
    case 'wait':
      return { kind: 'wait', ms: found.ms ?? HELD_UP_MS, why: found.why, sent: mayBeThere };
    case 'end':
      return { kind: 'failed', why: found.why, sent: mayBeThere };
  }
}
