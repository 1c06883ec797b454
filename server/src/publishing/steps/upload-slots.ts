import type { Clock } from '../../platform/clock.ts';
import { UPLOAD_TURN_MS } from '../publishing.rules.ts';

/** Of a process; an account has one, so that others are never behind all of its videos. */
const MAX_UPLOADS = 3;
/** A post that has not asked for so long no longer waits: it was changed, or another worker has it. */
const FORGET_MS = 3 * UPLOAD_TURN_MS;

interface UploadRequest {
  postId: string;
  igUserId: string;
  dueAt: Date;
}

export type UploadSlots = ReturnType<typeof createUploadSlots>;

export function createUploadSlots({ now }: Pick<Clock, 'now'>) {
  const accounts = new Set<string>();
  const waiting = new Map<string, UploadRequest & { askedAt: Date }>();
  const stopped = new AbortController();

  function hasSlot({ igUserId, dueAt }: UploadRequest): boolean {
    if (stopped.signal.aborted || accounts.has(igUserId)) return false;
    for (const [postId, { askedAt }] of waiting) {
      if (now().getTime() - askedAt.getTime() > FORGET_MS) waiting.delete(postId);
    }
    const sooner = [...waiting.values()].filter((other) => other.dueAt < dueAt);
    if (sooner.some((other) => other.igUserId === igUserId)) return false;
    // Those whose account has no upload now may each take a slot.
    const occupied = new Set([...accounts, ...sooner.map((other) => other.igUserId)]);
    return occupied.size < MAX_UPLOADS;
  }

  return {
    /** Returns undefined, without a wait, when there is no slot: a post that is due sooner comes first. */
    async run<T>(
      request: UploadRequest,
      upload: (stopped: AbortSignal) => Promise<T>,
    ): Promise<T | undefined> {
      const { postId, igUserId } = request;
      if (!hasSlot(request)) {
        waiting.set(postId, { ...request, askedAt: now() });
        return undefined;
      }
      waiting.delete(postId);
      accounts.add(igUserId);
      try {
        return await upload(stopped.signal);
      } finally {
        accounts.delete(igUserId);
      }
    },

    /** Another worker sends the rest. */
    stop: () => stopped.abort(),
  };
}
