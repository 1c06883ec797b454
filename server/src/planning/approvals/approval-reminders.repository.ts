import { AWAITING_APPROVAL, CHANGE_REQUESTED } from '@pontual/contract/posts/issue-codes.ts';
import type { PostAction } from '@pontual/contract/posts/posts.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { interval } from '../../platform/database/interval.ts';
import { PREPARE_AHEAD_MS } from '../../publishing/publishing.rules.ts';
import { AWAITING_APPROVAL_CAUSE, JUST_REQUESTED_MS } from '../../publishing/transitions/holds.ts';

/** Leaves time to send the link or to call the approver. */
const REMIND_AHEAD_MS = 3 * 3_600_000;
const BATCH_SIZE = 200;

interface PostToRemind {
  id: string;
  workspace_id: string;
  scheduled_time: Date;
  awaiting_since: Date;
  error_code: string;
  error_message: string;
  error_action: PostAction;
}

/** Writes the issue of posts that wait for an approval shortly before their due time, once for each due time. */
export async function markPostsToRemind(tx: Tx): Promise<PostToRemind[]> {
  const found = await sql<PostToRemind>`
    with due as (
      select p.post_id, p.scheduled_time
      from publications p join approvals a on a.post_id = p.post_id
      where p.awaiting_since < app_now() - ${interval(JUST_REQUESTED_MS)}
        and p.state in ('preparing', 'prepared')
        and p.scheduled_time > app_now() + ${interval(PREPARE_AHEAD_MS)}
        and p.scheduled_time <= app_now() + ${interval(REMIND_AHEAD_MS)}
        and a.reminded_for is distinct from p.scheduled_time
      order by p.scheduled_time limit ${BATCH_SIZE} for update of p skip locked),
    noted as (
      update approvals a set reminded_for = due.scheduled_time from due
      where a.post_id = due.post_id)
    update publications p
    set error_message = case when p.error_code = ${CHANGE_REQUESTED} then p.error_message
                             else ${AWAITING_APPROVAL_CAUSE} end,
        error_action = case when p.error_code = ${CHANGE_REQUESTED} then p.error_action
                            else 'wait' end,
        error_code = case when p.error_code = ${CHANGE_REQUESTED} then p.error_code
                          else ${AWAITING_APPROVAL} end,
        updated_at = app_now()
    from due where p.post_id = due.post_id
    returning p.post_id as id, p.workspace_id, p.scheduled_time, p.awaiting_since, p.error_code, p.error_message,
      p.error_action`.execute(tx);
  return found.rows;
}
