import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { APPROVAL_REQUESTED } from '../kinds/workspace-notifications.ts';
import { hasSeverity, isForRole, isWithoutChannel } from '../notifications.repository.ts';

export type PushKind = 'published' | 'at_risk' | 'failed';

/** What a message is about, and the device that gets it. */
export interface PushSubject {
  subscriptionId: string;
  kind: PushKind;
  postId: string | null;
  notificationId: string | null;
}

export interface NewPush extends PushSubject {
  event: string;
  userId: string;
  lifetimeSeconds: number;
}

/** The outbox has one message for each device and event. */
export const keyOfPush = ({ subscriptionId, event }: Pick<NewPush, 'subscriptionId' | 'event'>) =>
  `${subscriptionId} ${event}`;

/** A warning is sent only until the due time. */
const publishedTtl = sql`interval '6 hours'`;
const defaultTtl = sql`interval '24 hours'`;
const latenessTtl = sql`interval '1 hour'`;

export const isEnded = sql`coalesce(p.status in ('failed', 'error', 'expired'), false)`;

/** On `notifications n` and its post `p`: not published at its due time. */
const isFailure = sql`(${isEnded} or ${hasSeverity(sql`n.code`, 'failure')})`;

/** Those that the outbox does not know, and that happened after the subscription. */
export async function findNewPushes(tx: Tx, within: '2 minutes' | '24 hours'): Promise<NewPush[]> {
  const since = sql`app_now() - ${within}::interval`;
  const found = await sql<NewPush>`
    with new_events as (
      select s.id as subscription_id, s.user_id, 'post ' || p.id as event, 'published' as kind,
        p.id as post_id, null::uuid as notification_id,
        p.published_at + ${publishedTtl} as expires_at
      from push_subscriptions s
        join workspace_members m on m.user_id = s.user_id and m.role in ('owner', 'editor')
        join posts_with_publication p on p.workspace_id = m.workspace_id
      where s.wants_published and p.status = 'published' and p.published_at > ${since}
        and p.published_at >= s.created_at
      union all
      select s.id, s.user_id, 'notification ' || n.id, case when ${isEnded} then 'failed' else 'at_risk' end,
        n.post_id, n.id,
        case when not ${isFailure} and p.scheduled_time > n.created_at then p.scheduled_time
          when n.code = ${APPROVAL_REQUESTED} then n.created_at + ${defaultTtl}
          when not ${isFailure} and p.id is not null then n.created_at + ${latenessTtl}
          else n.created_at + ${defaultTtl} end
      from push_subscriptions s
        join workspace_members m on m.user_id = s.user_id
        join notifications n on n.workspace_id = m.workspace_id
          and ${isForRole(sql`n.code`, sql`m.role`)}
        left join posts_with_publication p on p.id = n.post_id
      where n.created_at > ${since} and n.created_at >= s.created_at
        and not ${isWithoutChannel(sql`n.code`, 'push')} and p.status is distinct from 'published'
        and case when ${isFailure} then s.wants_failed else s.wants_at_risk end)
    select subscription_id as "subscriptionId", user_id as "userId", event, kind,
      post_id as "postId", notification_id as "notificationId", extract(epoch from expires_at - app_now())::float8 as "lifetimeSeconds"
    from new_events n
    where expires_at > app_now() and not exists (
      select from outbox
      where channel = 'push' and key = n.subscription_id || ' ' || n.event)`.execute(tx);
  return found.rows;
}
