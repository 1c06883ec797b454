import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { hasSeverity, isWithoutChannel } from '../../notifications/notifications.repository.ts';
import { displayedAccountId } from '../../platform/database/fragments/post-account.ts';
import {
  APPROVED_LATE,
  CHANGE_REQUESTED,
  UNAPPROVED,
} from '@pontual/contract/posts/issue-codes.ts';
import { heldByPauseIssue, unapprovedIssue } from '../../publishing/post-issues.ts';
import { HELD_BY_PAUSE } from '@pontual/contract/posts/issue-codes.ts';
import { isEnded } from '../../notifications/push/events.repository.ts';

export interface DeliveryRef {
  deliveryId: string;
  workspaceId: string;
}

const toIsoText = (at: ReturnType<typeof sql>) =>
  sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The status is the one that `presentPost` shows. */
const postJson = sql`case when p.id is not null then jsonb_build_object(
  '_id', p.id, 'mediaType', p.media_type, 'caption', p.caption, 'permalink', p.permalink,
  'status', case when p.status = 'pending' and p.scheduled_time > app_now() then 'scheduled'
    else p.status end,
  'scheduledTime', ${toIsoText(sql`p.scheduled_time`)},
  'publishedAt', ${toIsoText(sql`p.published_at`)},
  'instagramAccountId', ${displayedAccountId},
  'instagramUsername', (select a.username from instagram_accounts a where a.ig_user_id = ${displayedAccountId})) end`;

/** Waits for the link for at most 30 seconds. */
const isLinkReady = sql`(p.permalink is not null or p.media_id is null
  or p.published_at < app_now() - interval '30 seconds')`;

const issueJson = (code: RawBuilder<unknown>, message: RawBuilder<unknown>, action = sql`'edit'`) =>
  sql`jsonb_build_object('code', ${code}, 'message', ${message}, 'action', ${action})`;
const issueLiteral = (code: string, message: string) =>
  issueJson(sql`${code}::text`, sql`${message}::text`);

/** Sent beside `scheduled` and `moved`; 0005-posts.sql has an index on them. */
const notifiedEventKinds = sql`('held', 'unapproved', 'approved', 'change_requested', 'manual_publishing_started')`;
const typeOfEvent = sql`case e.kind when 'approved' then 'post.approved'
  when 'change_requested' then 'post.change_requested' when 'manual_publishing_started' then 'post.manual_publishing_started'
  else 'post.returned' end`;
const issueOfEvent = sql`case
  when e.kind = 'held' then ${issueLiteral(HELD_BY_PAUSE, `${heldByPauseIssue.cause} Voltou aos rascunhos: escolha um novo horário.`)}
  when e.kind = 'unapproved' then ${issueLiteral(UNAPPROVED, unapprovedIssue.cause)}
  when e.kind = 'change_requested' then ${issueJson(
    sql`${CHANGE_REQUESTED}::text`,
    sql`(e.detail->>'name') || ' pediu uma mudança: “' || (e.detail->>'note') || '”'`,
  )}
  -- Too late: the post is a draft.
  when p.error_code = ${APPROVED_LATE} then ${issueJson(sql`p.error_code`, sql`p.error_message`)} end`;

/** The publishing engine does not know webhooks (decision 025). */
export async function addDeliveries(
  tx: Tx,
  within: '2 minutes' | '24 hours',
): Promise<DeliveryRef[]> {
  const since = sql`app_now() - ${within}::interval`;
  const added = await sql<DeliveryRef>`
    with new_events as (
      select w.id as webhook_id, w.workspace_id, 'post ' || p.id as event,
        'post.published' as type, p.published_at as at, ${postJson} as post, null::jsonb as issue
      from webhooks w join posts_with_publication p on p.workspace_id = w.workspace_id
      where w.disabled_at is null and p.status = 'published' and p.published_at > ${since}
        and p.published_at >= w.enabled_at and ${isLinkReady}
      union all
      select w.id, w.workspace_id, 'event ' || e.id, 'post.scheduled', e.at, ${postJson}, null
      from webhooks w join posts_with_publication p on p.workspace_id = w.workspace_id
        join post_events e on e.post_id = p.id
      where w.disabled_at is null and e.kind in ('scheduled', 'moved') and e.at > ${since}
        and e.at >= w.enabled_at
      union all
      select w.id, w.workspace_id, 'event ' || e.id, ${typeOfEvent}, e.at, ${postJson},
        ${issueOfEvent}
      from webhooks w join posts_with_publication p on p.workspace_id = w.workspace_id
        join post_events e on e.post_id = p.id
      where w.disabled_at is null and e.kind in ${notifiedEventKinds} and e.at > ${since}
        and e.at >= w.enabled_at
        -- A post that is published by now gets only the event post.published.
        and not (e.kind = 'manual_publishing_started' and p.status = 'published')
      union all
      select w.id, w.workspace_id, 'notification ' || n.id,
        case when not ${isEnded} then 'post.at_risk' when ${hasSeverity(sql`n.code`, 'unknown')} then 'post.unknown_outcome'
          else 'post.failed' end, n.created_at, ${postJson},
        ${issueJson(sql`n.code`, sql`n.message`, sql`n.action`)}
      from webhooks w join notifications n on n.workspace_id = w.workspace_id
        left join posts_with_publication p on p.id = n.post_id
      where w.disabled_at is null and n.created_at > ${since} and n.created_at >= w.enabled_at
        and not ${isWithoutChannel(sql`n.code`, 'webhook')} and p.status is distinct from 'published')
    insert into webhook_deliveries (id, webhook_id, event, type, message)
    select gen_random_uuid(), n.webhook_id, n.event, n.type, jsonb_build_object(
      'type', n.type, 'timestamp', ${toIsoText(sql`n.at`)},
      'data', jsonb_build_object('post', n.post, 'issue', n.issue))
    from new_events n join webhooks w on w.id = n.webhook_id
    where n.type = any(w.events)
    -- In one order everywhere: two workers at once must not wait for each other.
    order by n.webhook_id, n.event
    on conflict do nothing
    returning id as "deliveryId",
      (select workspace_id from webhooks where id = webhook_id) as "workspaceId"`.execute(tx);
  return added.rows;
}
