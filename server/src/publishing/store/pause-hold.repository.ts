import { sql } from 'kysely';

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
