import { HELD_BY_PAUSE } from '@pontual/contract/posts/issue-codes.ts';
import { sql } from 'kysely';
import type { NewNotification } from '../../notifications/notifications.repository.ts';
import type { PublicationPost } from '../state.ts';

/** An older check does not cover what the owner has published since. */
const CHECK_FRESHNESS = sql`interval '60 seconds'`;

/** Of `publications p`: its owner cannot have published it since the last check. */
export const isChecked = sql`(
  p.manual_prompted_at is null or p.manual_checked_at > app_now() - ${CHECK_FRESHNESS})`;

const isCoveredByPause = (dueAt: ReturnType<typeof sql>) =>
  sql`(z.until is null or ${dueAt} < z.until)`;

/** Of `publications p`. */
export const isPaused = sql`exists (
  select from publishing_pauses z
  where z.workspace_id = p.workspace_id and ${isCoveredByPause(sql`p.scheduled_time`)})`;

export const isPausedNow = (workspaceId: ReturnType<typeof sql>) => sql`exists (
  select from publishing_pauses z
  where z.workspace_id = ${workspaceId} and ${isCoveredByPause(sql`app_now()`)})`;

/** Of `posts_with_publication p`. */
export const pauseId = sql`(
  select z.id from publishing_pauses z
  where z.workspace_id = p.workspace_id and ${isCoveredByPause(sql`p.scheduled_time`)})`;

/** Only the first post of a pause sends a notification, which also covers the others. */
export const pauseHoldNotification = (
  { id, workspaceId }: Pick<PublicationPost, 'id' | 'workspaceId'>,
  pause: string | null,
): NewNotification => ({
  workspaceId,
  postId: id,
  dedupeKey: `held:${pause ?? id}`,
  code: HELD_BY_PAUSE,
  message:
    'As publicações estavam pausadas na hora deste post. Ele não saiu e voltou aos rascunhos, como os outros cuja hora passar na pausa. Escolha novos horários no Calendário.',
  action: 'wait',
});
