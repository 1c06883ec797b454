import { APPROVED_LATE, CHANGE_REQUESTED } from '@pontual/contract/posts/issue-codes.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

/** Small batches keep the locks short. */
const BATCH_SIZE = 500;

/** In the order of the foreign keys. */
export function workspaceDeletes(id: string): RawBuilder<unknown>[] {
  return [
    // Posts take their media, events and notifications along, but not containers that Instagram still counts.
    sql`
      with chosen as (
        select post_id as id from publications where workspace_id = ${id}
        order by post_id limit ${BATCH_SIZE} for update),
      old as (
        delete from containers c using chosen
        where c.post_id = chosen.id and c.born_at < app_now() - interval '25 hours')
      delete from posts p using chosen where p.id = chosen.id returning p.id`,
    sql`delete from notifications where id in (
      select id from notifications where workspace_id = ${id} limit ${BATCH_SIZE}) returning id`,
    deleteIdempotencyKeys(sql`workspace_id = ${id}`),
    sql`delete from instagram_connections where workspace_id = ${id}`,
    sql`delete from post_series where workspace_id = ${id}`,
    // media/objects.ts removes the stored object once no other file refers to it.
    sql`delete from media_files where id in (
      select id from media_files where workspace_id = ${id} limit ${BATCH_SIZE})
      returning id`,
    // Also deletes what requests wrote that began before the deletion and ended after it.
    sql`delete from workspaces where id = ${id}`,
  ];
}

/** Posts, series and connections of workspaces that stay pass to another member. */
export function userDeletes(id: string): RawBuilder<unknown>[] {
  const successorIn = (workspaceId: RawBuilder<unknown>) => sql`(
    select m.user_id from workspace_members m
    where m.workspace_id = ${workspaceId}
    order by m.role <> 'owner', m.joined_at, m.user_id limit 1)`;
  return [
    sql`update posts set created_by = ${successorIn(sql`posts.workspace_id`)} where id in (
      select id from posts where created_by = ${id} limit ${BATCH_SIZE}) returning id`,
    sql`update post_series set created_by = ${successorIn(sql`post_series.workspace_id`)}
      where created_by = ${id}`,
    sql`update instagram_connections
      set connected_by = ${successorIn(sql`instagram_connections.workspace_id`)}
      where connected_by = ${id}`,
    ...anonymizeApprovalAnswers(id),
    deleteIdempotencyKeys(sql`user_id = ${id}`),
    sql`delete from support_messages where id in (
      select id from support_messages where user_id = ${id} limit ${BATCH_SIZE}) returning id`,
    sql`delete from users where id = ${id}`,
  ];
}

const deleteIdempotencyKeys = (isOwn: RawBuilder<unknown>) => sql`
  delete from idempotency_keys where (user_id, workspace_id, key) in (
    select user_id, workspace_id, key from idempotency_keys where ${isOwn} limit ${BATCH_SIZE})
  returning key`;

const DELETED_USER_NAME = 'alguém que excluiu a conta';

const MESSAGE_PATH = '{data,issue,message}';

/** Answers about posts of other users stay as evidence, with the name replaced. */
const anonymizeApprovalAnswers = (id: string) => [
  sql`update post_events e set detail = jsonb_set(e.detail, '{name}', to_jsonb(${DELETED_USER_NAME}::text))
    from approval_answers a
    where a.user_id = ${id} and e.post_id = a.post_id and e.detail ->> 'name' = a.name`,
  sql`update publications p set error_message = replace(p.error_message, a.name, ${DELETED_USER_NAME})
    from approval_answers a
    where a.user_id = ${id} and p.post_id = a.post_id and p.error_code in (${CHANGE_REQUESTED}, ${APPROVED_LATE})`,
  sql`update notifications n set message = replace(n.message, a.name, ${DELETED_USER_NAME})
    from approval_answers a
    where a.user_id = ${id} and n.post_id = a.post_id and n.code in (${CHANGE_REQUESTED}, ${APPROVED_LATE})`,
  sql`update webhook_deliveries d set message = jsonb_set(d.message, ${MESSAGE_PATH}::text[],
      to_jsonb(replace(d.message #>> ${MESSAGE_PATH}::text[], a.name, ${DELETED_USER_NAME})))
    from approval_answers a join webhooks w on w.workspace_id = a.workspace_id
    where a.user_id = ${id} and d.webhook_id = w.id
      and d.message #>> '{data,post,_id}' = a.post_id::text
      and d.message #>> '{data,issue,code}' in (${CHANGE_REQUESTED}, ${APPROVED_LATE})`,
  sql`update approval_answers set name = ${DELETED_USER_NAME} where user_id = ${id}`,
];

/** The audit log of a joined workspace contains the email, verified or not. */
const joinedWorkspaces = (userId: string) => sql`(
  select workspace_id from audit_entries where actor_id = ${userId} and kind = 'members.joined')`;

/** Only what the user left by their own action. */
export const unverifiedEmailDeletes = (email: string, userId: string) => [
  sql`delete from invitations where lower(email) = lower(${email}) and outcome = 'accepted'`,
  sql`update audit_entries set detail = detail - 'email'
    where lower(detail ->> 'email') = lower(${email}) and workspace_id in ${joinedWorkspaces(userId)}`,
];

/** Only a verified email: another one may belong to someone else, whose messages these would be. */
export const verifiedEmailDeletes = (email: string) => [
  sql`
    delete from support_messages where id in (
      select id from support_messages
      where lower(email) = lower(${email}) and user_id is null limit ${BATCH_SIZE})
    returning id`,
  sql`delete from invitations where lower(email) = lower(${email})`,
  sql`update audit_entries set detail = detail - 'email'
    where lower(detail ->> 'email') = lower(${email})`,
];

/** An account that is connected elsewhere keeps its containers, because Instagram counts them per account. */
export const orphanedInstagramAccounts = sql`
  with gone as (
    delete from instagram_accounts a
    where not exists (select from instagram_connections k where k.ig_user_id = a.ig_user_id)
      and not exists (select from publications p where p.target_ig_user_id = a.ig_user_id)
      and not exists (select from publications p where p.ig_user_id = a.ig_user_id
        and p.ig_user_id is distinct from p.target_ig_user_id)
    returning a.ig_user_id)
  delete from containers c using gone where c.ig_user_id = gone.ig_user_id`;

/** Runs each statement until it finds less than a batch. */
export async function erase(
  db: Db,
  statements: readonly RawBuilder<unknown>[],
  afterBatch: () => void | Promise<void>,
): Promise<void> {
  for (const statement of statements) {
    for (let count = BATCH_SIZE; count === BATCH_SIZE;) {
      count = (await statement.execute(db)).rows.length;
      await afterBatch();
    }
  }
}
