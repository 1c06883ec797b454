import { sql } from 'kysely';
import type { Db, Tx } from '../database/database.ts';
import { newId } from '../ids.ts';
import type { ChannelName } from './channel-names.ts';
import type { Claim, OutboxMessage } from './channel.ts';

export interface NewMessage {
  /** The subject; a channel sends one message for each key. */
  key: string;
  content: object;
  /** The message is deleted with its user or workspace. */
  userId?: string | undefined;
  workspaceId?: string;
  /** Until the first attempt. Default: 0. */
  delaySeconds?: number;
  /** No attempt begins later. Default: the channel alone decides when to give up. */
  lifetimeSeconds?: number;
  /** A higher one is sent first. Default: 0. */
  priority?: number;
}

/** So many due messages are looked at in one claim. */
const CANDIDATES = 1000;
const RETENTION = sql`interval '7 days'`;

const isUnclaimed = sql`(state = 'waiting' and next_at <= app_now()
  and (sending_until is null or sending_until <= app_now()))`;

/** Stores messages in the transaction of what they tell about. Returns how many have a new key. */
export async function enqueueMessages(
  tx: Db | Tx,
  channel: ChannelName,
  messages: readonly NewMessage[],
): Promise<number> {
  if (messages.length === 0) return 0;
  const rows = messages
    .map((message) => ({
      id: newId(),
      key: message.key,
      user_id: message.userId ?? null,
      workspace_id: message.workspaceId ?? null,
      content: message.content,
      priority: message.priority ?? 0,
      delay: message.delaySeconds ?? 0,
      lifetime: message.lifetimeSeconds ?? null,
    }))
    // In one order everywhere: two processes with the same keys must not wait for each other.
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const inserted = await sql`
    insert into outbox
      (id, channel, key, user_id, workspace_id, content, priority, next_at, expires_at)
    select id, ${channel}, key, user_id, workspace_id, content, priority,
      app_now() + make_interval(secs => delay), app_now() + make_interval(secs => lifetime)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(
      id uuid, key text, user_id uuid, workspace_id uuid, content jsonb, priority smallint,
      delay float8, lifetime float8)
    on conflict (channel, key) do nothing
    returning id`.execute(tx);
  return inserted.rows.length;
}

/** Ends waiting messages that are no longer needed, also those that are being sent. */
export async function dropMessages(
  tx: Db | Tx,
  channel: ChannelName,
  keys: readonly string[],
): Promise<void> {
  await sql`
    update outbox set state = 'dropped', ended_at = app_now(), sending_until = null, content = '{}'
    where id in (
      select id from outbox
      where channel = ${channel} and key = any (${keys}) and state = 'waiting'
      -- One whose end is being stored: waiting for it could be a deadlock.
      for update skip locked)`.execute(tx);
}

/** Of a user who is deleted. */
export async function deleteWaitingMessages(
  tx: Tx,
  channel: ChannelName,
  userId: string,
): Promise<void> {
  await sql`delete from outbox
    where channel = ${channel} and state = 'waiting' and user_id = ${userId}`.execute(tx);
}

export function createOutboxRepository(db: Db | Tx) {
  return {
    /** Leases due messages, at most `perGroup` of a group in all processes together. */
    async claim(
      channel: ChannelName,
      { max, perGroup, leaseSeconds }: { max: number; perGroup: number; leaseSeconds: number },
    ): Promise<OutboxMessage[]> {
      const claimed = await sql<OutboxMessage>`
        with sending as (
          select group_id, count(*) as count from outbox
          where channel = ${channel} and state = 'waiting' and sending_until > app_now()
          group by group_id),
        due as (
          select id, group_id, priority, next_at from outbox
          where channel = ${channel} and ${isUnclaimed}
            -- A group with all its messages on their way does not fill the list.
            and group_id not in (select group_id from sending where count >= ${perGroup})
          order by priority desc, next_at limit ${CANDIDATES}),
        turns as (
          select due.*, coalesce(sending.count, 0) + row_number() over (
            partition by due.group_id order by due.priority desc, due.next_at, due.id) as turn
          from due left join sending using (group_id)),
        chosen as (
          select id from turns where turn <= ${perGroup}
          -- More than are taken: another process may have locked the first.
          order by priority desc, next_at, id limit ${4 * max}),
        taken as (
          select id from outbox where id in (select id from chosen) and ${isUnclaimed}
          order by priority desc, next_at, id
          limit ${max} for update skip locked)
        update outbox o
        set sending_until = app_now() + make_interval(secs => ${leaseSeconds}),
          attempts = attempts + 1, attempted_at = app_now()
        from taken where o.id = taken.id
        returning o.id, o.key, o.user_id as "userId", o.content, o.attempts, o.created_at as "createdAt",
          extract(epoch from o.expires_at - app_now())::float8 as "secondsLeft"`.execute(db);
      return claimed.rows;
    },

    /** Returns undefined if another process has the message by now, or it was dropped. */
    async end<State extends 'sent' | 'dropped' | 'failed'>(
      { id, attempts }: Claim,
      state: State,
      result: string | null,
    ): Promise<State | undefined> {
      const ended = await sql`
        update outbox set state = ${state}, ended_at = app_now(), sending_until = null,
          -- One that has expired keeps what came of its last attempt.
          result = case when ${state} = 'failed' then coalesce(${result}, result) else ${result} end,
          content = '{}'
        where id = ${id} and attempts = ${attempts} and state = 'waiting'
        returning id`.execute(db);
      return ended.rows.length > 0 ? state : undefined;
    },

    /** Returns `waiting`, or `failed` if the message expires before the next attempt; undefined as in `end`. */
    async retry(
      { id, attempts }: Claim,
      inSeconds: number,
      result: string | null,
    ): Promise<'waiting' | 'failed' | undefined> {
      const nextAt = sql`app_now() + make_interval(secs => ${inSeconds})`;
      const isOver = sql`coalesce(expires_at <= ${nextAt}, false)`;
      const updated = await sql<{ state: 'waiting' | 'failed' }>`
        update outbox set next_at = ${nextAt}, sending_until = null, result = ${result},
          state = case when ${isOver} then 'failed' else 'waiting' end,
          ended_at = case when ${isOver} then app_now() end,
          content = case when ${isOver} then '{}' else content end
        where id = ${id} and attempts = ${attempts} and state = 'waiting'
        returning state`.execute(db);
      return updated.rows[0]?.state;
    },

    async deleteOld(): Promise<void> {
      await sql`delete from outbox where ended_at < app_now() - ${RETENTION}`.execute(db);
    },
  };
}
