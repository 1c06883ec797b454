import type { DataOf } from '@pontual/contract/endpoint.ts';
import {
  SLOTS_MAX,
  type BestHours,
  type getQueue,
  type HourOfWeek,
  type moveInQueue,
  type nextPlace,
  type Slot,
} from '@pontual/contract/queue.ts';
import type { Post } from '@pontual/contract/posts.ts';
import type { Member } from '../auth/auth.service.ts';
import type { Tx } from '../database/database.ts';
import { AppError } from '../http/app-error.ts';
import { requirePlan } from '../plans/require-plan.ts';
import { createEditingRepository } from '../posts/editing.repository.ts';
import { announce, type ChangeDependencies } from '../posts/posts.change.ts';
import { checkHour, refuse } from '../posts/posts.checks.ts';
import { databaseNow, holdWorkspace } from '../posts/posts.limits.ts';
import { createPostsRepository, type PostView } from '../posts/posts.repository.ts';
import { editRefusal } from '../posts/posts.rules.ts';
import { bestHoursOf } from './queue.best.ts';
import { nextFree } from './queue.place.ts';
import { createQueueRepository, type SlotRow } from './queue.repository.ts';
import { hoursBetween, minuteOf } from './queue.rules.ts';

/** So far the queue is shown, and so many of its hours. */
const SHOWN_MS = 28 * 86_400_000;
const SHOWN = 42;

export type Queue = ReturnType<typeof createQueue>;

/** The hours of a week that posts are put into, one after the other. */
export function createQueue(
  deps: Pick<ChangeDependencies, 'database' | 'posts' | 'nudges' | 'ownerChanges'>,
) {
  const { database, posts, nudges, ownerChanges } = deps;
  const { db } = database;
  const repository = createQueueRepository(db);

  const slotsOf = async (workspaceId: string) =>
    (await repository.slots(workspaceId)).map(presentSlot);

  async function moveTo(tx: Tx, { id }: PostView, to: Date): Promise<void> {
    await createEditingRepository(tx).writeHour(id, to);
    await ownerChanges.moved(tx, id);
  }

  return {
    /** @throws AppError PLAN_REQUIRED */
    async view({ workspaceId }: Member): Promise<DataOf<typeof getQueue>> {
      await requirePlan(db, workspaceId, 'advancedScheduling');
      const slots = await repository.slots(workspaceId);
      const now = await databaseNow(db);
      const end = new Date(now.getTime() + SHOWN_MS);
      const hours = [...hoursBetween(slots, now, end)].slice(0, SHOWN);
      const minutes = new Set(hours.map(minuteOf));
      const all = await repository.postsBetween(workspaceId, now, end);
      const there = all.filter((post) => minutes.has(minuteOf(post.at)));
      const shown = await posts.findAll(
        workspaceId,
        there.map(({ id }) => id),
      );
      const at = (hour: Date): Post[] =>
        there
          .filter((post) => minuteOf(post.at) === minuteOf(hour))
          .flatMap(({ id }) => shown.get(id) ?? []);
      return {
        slots: slots.map(presentSlot),
        places: hours.map((hour) => ({ at: hour.toISOString(), posts: at(hour) })),
        next: (await nextFree(db, workspaceId))?.toISOString() ?? null,
      };
    },

    /** @throws AppError PLAN_REQUIRED */
    async next({ workspaceId }: Member): Promise<DataOf<typeof nextPlace>> {
      await requirePlan(db, workspaceId, 'advancedScheduling');
      const slots = await repository.slots(workspaceId);
      const next = await nextFree(db, workspaceId);
      return { next: next?.toISOString() ?? null, slots: slots.length };
    },

    /** @throws AppError PLAN_REQUIRED */
    async bestHours({ workspaceId }: Member, account?: string): Promise<BestHours> {
      await requirePlan(db, workspaceId, 'advancedScheduling');
      return bestHoursOf(db, { workspaceId, account });
    },

    /** @throws AppError PLAN_REQUIRED, SLOTS_FULL */
    async add({ workspaceId }: Member, slots: readonly HourOfWeek[]): Promise<Slot[]> {
      await requirePlan(db, workspaceId, 'advancedScheduling');
      await database.inTransaction(async (tx) => {
        await holdWorkspace(tx, workspaceId);
        const held = createQueueRepository(tx);
        await held.add(workspaceId, slots);
        if ((await held.slots(workspaceId)).length > SLOTS_MAX) throw new AppError('SLOTS_FULL');
      });
      return slotsOf(workspaceId);
    },

    /** @throws AppError NOT_FOUND */
    async remove({ workspaceId }: Member, id: string): Promise<Slot[]> {
      if (!(await repository.remove(workspaceId, id))) throw new AppError('NOT_FOUND');
      return slotsOf(workspaceId);
    },

    /**
     * @throws AppError PLAN_REQUIRED, NOT_FOUND, POST_IN_PROGRESS, POST_NOT_EDITABLE, SLOT_TAKEN,
     *   SCHEDULED_TIME_PAST, LIMIT_EXCEEDED
     */
    async move(
      { workspaceId }: Member,
      postId: string,
      to: Date,
    ): Promise<DataOf<typeof moveInQueue>> {
      await requirePlan(db, workspaceId, 'advancedScheduling');
      const other = await database.inTransaction(async (tx) => {
        await holdWorkspace(tx, workspaceId);
        const post = await lockedPost(tx, workspaceId, postId);
        refuse(editRefusal(post));
        const from = post.scheduled_time;
        if (post.status !== 'scheduled' || from === null) throw new AppError('POST_NOT_EDITABLE');
        await checkHour(tx, workspaceId, { scheduledTime: to, needsConnection: false, postId });
        const found = await inTheWay(tx, post, to);
        // Its hour has come: nobody else can have it.
        if (found !== undefined && from <= (await databaseNow(tx))) {
          throw new AppError('SCHEDULED_TIME_PAST');
        }
        await moveTo(tx, post, to);
        if (found !== undefined) await moveTo(tx, found, from);
        return found;
      });
      announce(nudges, workspaceId);
      return {
        post: await posts.find(workspaceId, postId),
        swapped: other === undefined ? null : await posts.find(workspaceId, other.id),
      };
    },
  };
}

/** What stands at these hours now, but for the post itself. @throws AppError SLOT_TAKEN */
async function inTheWay(tx: Tx, post: PostView, to: Date): Promise<PostView | undefined> {
  const minute = new Date(minuteOf(to) * 60_000);
  const end = new Date(minute.getTime() + 59_999);
  const there = await createQueueRepository(tx).postsBetween(post.workspace_id, minute, end);
  const [other, ...more] = there.filter(({ id }) => id !== post.id);
  if (other === undefined) return undefined;
  const found = await lockedPost(tx, post.workspace_id, other.id);
  if (more.length > 0 || found.status !== 'scheduled' || editRefusal(found) !== undefined) {
    throw new AppError('SLOT_TAKEN');
  }
  return found;
}

/** @throws AppError NOT_FOUND */
async function lockedPost(tx: Tx, workspaceId: string, postId: string): Promise<PostView> {
  await createEditingRepository(tx).lock(workspaceId, postId);
  const post = await createPostsRepository(tx).find(workspaceId, postId);
  if (post === undefined) throw new AppError('NOT_FOUND');
  return post;
}

const presentSlot = ({ id, weekday, minute }: SlotRow): Slot => ({ _id: id, weekday, minute });
