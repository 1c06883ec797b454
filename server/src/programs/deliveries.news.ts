import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';
import { isEnded } from '../push/push.news.repository.ts';

/** A delivery to be made, and whose it is. */
export interface DeliveryName {
  deliveryId: string;
  workspaceId: string;
}

/** As the API writes it. */
const instant = (at: ReturnType<typeof sql>) =>
  sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Of `posts p`, which may be missing. */
const post = sql`case when p.id is not null then jsonb_build_object(
  '_id', p.id, 'mediaType', p.media_type, 'status', p.status, 'caption', p.caption,
  'scheduledTime', ${instant(sql`p.scheduled_time`)},
  'publishedAt', ${instant(sql`p.published_at`)}) end`;

/** Mails about who enters an account: nothing for programs. */
const notTold = sql`('google-linked', 'google-taken-over')`;

/**
 * Writes down for each webhook what has happened within this time and is not written down: of posts
 * that went out or were given an hour, and of notices. Only what happened since it is on. The engine
 * knows nothing of it, as with push messages (decision 047).
 */
export async function addDeliveries(
  tx: Tx,
  within: '2 minutes' | '24 hours',
): Promise<DeliveryName[]> {
  const since = sql`app_now() - ${within}::interval`;
  const added = await sql<DeliveryName>`
    with news as (
      select w.id as webhook_id, w.workspace_id, 'post ' || p.id as event,
        'post.published' as type, p.published_at as at, ${post} as post, null::jsonb as problem
      from webhooks w join posts p on p.workspace_id = w.workspace_id
      where w.disabled_at is null and p.status = 'published' and p.published_at > ${since}
        and p.published_at >= w.enabled_at
      union all
      select w.id, w.workspace_id, 'event ' || e.id, 'post.scheduled', e.at, ${post}, null
      from webhooks w join posts p on p.workspace_id = w.workspace_id
        join post_events e on e.post_id = p.id
      where w.disabled_at is null and e.kind in ('scheduled', 'moved') and e.at > ${since}
        and e.at >= w.enabled_at
      union all
      select w.id, w.workspace_id, 'notice ' || n.id,
        case when ${isEnded} then 'post.failed' else 'post.at_risk' end, n.created_at, ${post},
        jsonb_build_object('code', n.code, 'message', n.message, 'action', n.action)
      from webhooks w join notices n on n.workspace_id = w.workspace_id
        left join posts p on p.id = n.post_id
      where w.disabled_at is null and n.created_at > ${since} and n.created_at >= w.enabled_at
        and n.code not in ${notTold} and p.status is distinct from 'published')
    insert into webhook_deliveries (id, webhook_id, event, type, message)
    select gen_random_uuid(), n.webhook_id, n.event, n.type, jsonb_build_object(
      'type', n.type, 'timestamp', ${instant(sql`n.at`)},
      'data', jsonb_build_object('post', n.post, 'problem', n.problem))
    from news n join webhooks w on w.id = n.webhook_id
    where n.type = any(w.events)
    -- In one order everywhere: two workers at once must not wait for each other.
    order by n.webhook_id, n.event
    on conflict do nothing
    returning id as "deliveryId",
      (select workspace_id from webhooks where id = webhook_id) as "workspaceId"`.execute(tx);
  return added.rows;
}
