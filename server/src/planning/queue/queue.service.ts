import type { DataOf } from '@pontual/contract/shared/endpoint.ts';
import {
  SLOTS_MAX,
  type BestHours,
  type getQueue,
  type WeeklyTime,
  type moveInQueue,
  type getNextQueueSlot,
  type QueueSlot,
} from '@pontual/contract/planning/queue.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import type { Member } from '../../platform/http/authentication.ts';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { requirePlan } from '../../billing/require-plan.ts';
import { createEditingRepository } from '../../posts/editing/editing.repository.ts';
import { sendWakeUps, type ChangeDependencies } from '../../posts/editing/change.ts';
import { checkDueTime, throwIfRefused } from '../../posts/content/checks.ts';
import { databaseNow } from '../../platform/database/database-now.ts';
import { lockWorkspace } from '../../identity/members/lock-workspace.ts';
import { createPostsRepository, type ListedPost } from '../../posts/listing/posts.repository.ts';
import { editRefusal } from '../../posts/listing/posts.rules.ts';
import { findBestHours } from './best-hours.ts';
import { findNextFreeSlot } from './free-slots.ts';
import { createQueueRepository, type SlotRow } from './queue.repository.ts';
import { slotTimesBetween, minuteOf } from './queue.rules.ts';

const SHOWN_MS = 28 * 86_400_000;
const MAX_SHOWN_SLOTS = 42;

export type Queue = ReturnType<typeof createQueue>;

export function createQueue(
  deps: Pick<ChangeDependencies, 'database' | 'posts' | 'wakeUps' | 'ownerChanges'>,
) {
  const { database, posts, wakeUps, ownerChanges } = deps;
  const { db } = database;
  const repository = createQueueRepository(db);

  const listSlots = async (workspaceId: string) =>
    (await repository.slots(workspaceId)).map(presentSlot);

  async function moveTo(tx: Tx, { id }: ListedPost, to: Date): Promise<void> {
    await createEditingRepository(tx).writeDueTime(id, to);
    await ownerChanges.apply(tx, id, { kind: 'moved' });
  }

  return {
    /** @throws AppError PLAN_REQUIRED */
    async view({ workspaceId }: Member): Promise<DataOf<typeof getQueue>> {
      await requirePlan(db, workspaceId, 'advancedScheduling');
      const slots = await repository.slots(workspaceId);
      const now = await databaseNow(db);
      const end = new Date(now.getTime() + SHOWN_MS);
      const slotTimes = [...slotTimesBetween(slots, now, end)].slice(0, MAX_SHOWN_SLOTS);
      const slotMinutes = new Set(slotTimes.map(minuteOf));
      const all = await repository.postsBetween(workspaceId, now, end);
      const postsInSlots = all.filter((post) => slotMinutes.has(minuteOf(post.at)));
      const shown = await posts.findAll(
        workspaceId,
        postsInSlots.map(({ id }) => id),
      );
      const postsAt = (hour: Date): Post[] =>
        postsInSlots
          .filter((post) => minuteOf(post.at) === minuteOf(hour))
          .flatMap(({ id }) => shown.get(id) ?? []);
      return {
        slots: slots.map(presentSlot),
        upcomingSlots: slotTimes.map((hour) => ({ at: hour.toISOString(), posts: postsAt(hour) })),
        next: (await findNextFreeSlot(db, workspaceId))?.toISOString() ?? null,
      };
    },

    /** @throws AppError PLAN_REQUIRED */
    async next({ workspaceId }: Member): Promise<DataOf<typeof getNextQueueSlot>> {
      await requirePlan(db, workspaceId, 'advancedScheduling');
      const slots = await repository.slots(workspaceId);
      const next = await findNextFreeSlot(db, workspaceId);
      return { next: next?.toISOString() ?? null, slots: slots.length };
    },

    /** @throws AppError PLAN_REQUIRED */
    async bestHours({ workspaceId }: Member, account?: string): Promise<BestHours> {
      await requirePlan(db, workspaceId, 'advancedScheduling');
      return findBestHours(db, { workspaceId, account });
    },

    /** @throws AppError PLAN_REQUIRED, SLOTS_FULL */
    async add({ workspaceId }: Member, slots: readonly WeeklyTime[]): Promise<QueueSlot[]> {
      await requirePlan(db, workspaceId, 'advancedScheduling');
      await database.inTransaction(async (tx) => {
        await lockWorkspace(tx, workspaceId);
        const lockedQueue = createQueueRepository(tx);
        await lockedQueue.add(workspaceId, slots);
        if ((await lockedQueue.slots(workspaceId)).length > SLOTS_MAX)
          throw new AppError('SLOTS_FULL');
      });
      return listSlots(workspaceId);
    },

    /** @throws AppError NOT_FOUND */
    async remove({ workspaceId }: Member, id: string): Promise<QueueSlot[]> {
      if (!(await repository.remove(workspaceId, id))) throw new AppError('NOT_FOUND');
      return listSlots(workspaceId);
    },

    /**
     * @throws AppError PLAN_REQUIRED, NOT_FOUND, POST_IN_PROGRESS, POST_NOT_EDITABLE, SLOT_TAKEN,
     * SCHEDULED_TIME_PAST, LIMIT_EXCEEDED
     */
    async move(
      { workspaceId }: Member,
      postId: string,
      to: Date,
    ): Promise<DataOf<typeof moveInQueue>> {
      await requirePlan(db, workspaceId, 'advancedScheduling');
      const other = await database.inTransaction(async (tx) => {
        await lockWorkspace(tx, workspaceId);
        const post = await lockPost(tx, workspaceId, postId);
        throwIfRefused(editRefusal(post));
        const from = post.scheduled_time;
        if (post.status !== 'scheduled' || from === null) throw new AppError('POST_NOT_EDITABLE');
        await checkDueTime(tx, workspaceId, { scheduledTime: to, needsConnection: false, postId });
        const found = await findConflictingPost(tx, post, to);
        // The due time of the post has passed, so the other post cannot take it.
        if (found !== undefined && from <= (await databaseNow(tx))) {
          throw new AppError('SCHEDULED_TIME_PAST');
        }
        await moveTo(tx, post, to);
        if (found !== undefined) await moveTo(tx, found, from);
        return found;
      });
      sendWakeUps(wakeUps, workspaceId);
      return {
        post: await posts.find(workspaceId, postId),
        swapped: other === undefined ? null : await posts.find(workspaceId, other.id),
      };
    },
  };
}

/** Returns the one other post in the minute. @throws AppError SLOT_TAKEN */
async function findConflictingPost(
  tx: Tx,
  post: ListedPost,
  to: Date,
): Promise<ListedPost | undefined> {
  const minute = new Date(minuteOf(to) * 60_000);
  const end = new Date(minute.getTime() + 59_999);
  const postsInMinute = await createQueueRepository(tx).postsBetween(
    post.workspace_id,
    minute,
    end,
  );
  const [other, ...more] = postsInMinute.filter(({ id }) => id !== post.id);
  if (other === undefined) return undefined;
  const found = await lockPost(tx, post.workspace_id, other.id);
  if (more.length > 0 || found.status !== 'scheduled' || editRefusal(found) !== undefined) {
    throw new AppError('SLOT_TAKEN');
  }
  return found;
}

async function lockPost(tx: Tx, workspaceId: string, postId: string): Promise<ListedPost> {
  await createEditingRepository(tx).lock(workspaceId, postId);
  const post = await createPostsRepository(tx).find(workspaceId, postId);
  if (post === undefined) throw new AppError('NOT_FOUND');
  return post;
}

const presentSlot = ({ id, weekday, minute }: SlotRow): QueueSlot => ({ _id: id, weekday, minute });
