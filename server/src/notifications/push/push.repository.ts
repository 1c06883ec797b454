import type { PushKinds } from '@pontual/contract/notifications/push.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { VapidKeys } from '../../platform/vapid-keys.ts';

/** A missing preference leaves the stored value unchanged. */
export type PushPreferences = { [K in keyof PushKinds]?: boolean | undefined };

interface PushDeviceRow {
  id: string;
  session_id: string;
  user_agent: string;
  wants_published: boolean;
  wants_at_risk: boolean;
  wants_failed: boolean;
  created_at: Date;
  last_sent_at: Date | null;
}

const deviceColumns = sql`id, session_id, user_agent, wants_published, wants_at_risk, wants_failed,
  created_at, last_sent_at`;
const MAX_USER_AGENT = 300;

export function createPushRepository(db: Db | Tx) {
  return {
    async keys(): Promise<VapidKeys | undefined> {
      const row = await db.selectFrom('push_keys').selectAll().executeTakeFirst();
      return row && { publicKey: row.public_key, privateKey: row.private_key };
    },

    async addKeys({ publicKey, privateKey }: VapidKeys): Promise<void> {
      await sql`insert into push_keys (public_key, private_key)
        values (${publicKey}, ${privateKey}) on conflict do nothing`.execute(db);
    },

    async devices(userId: string): Promise<PushDeviceRow[]> {
      const found = await sql<PushDeviceRow>`
        select ${deviceColumns} from push_subscriptions where user_id = ${userId}
        order by created_at desc, id`.execute(db);
      return found.rows;
    },

    /** Locks the user: no device is added until the transaction ends. */
    async countOthers(userId: string, endpointHash: Buffer, sessionId: string): Promise<number> {
      await sql`select from users where id = ${userId} for update`.execute(db);
      const found = await sql<{ count: number }>`
        select count(*)::int as count from push_subscriptions
        where user_id = ${userId} and endpoint_sha256 <> ${endpointHash}
          and session_id <> ${sessionId}`.execute(db);
      return found.rows[0]?.count ?? 0;
    },

    /** Also another user's with this endpoint. Returns the preferences of this session's older endpoint. */
    async replaceOlder(device: {
      userId: string;
      sessionId: string;
      endpointHash: Buffer;
    }): Promise<PushKinds | undefined> {
      await sql`delete from push_subscriptions
        where endpoint_sha256 = ${device.endpointHash} and user_id <> ${device.userId}`.execute(db);
      const older = await sql<PushKinds>`delete from push_subscriptions
        where session_id = ${device.sessionId} and endpoint_sha256 <> ${device.endpointHash}
        returning wants_published as published, wants_at_risk as "atRisk", wants_failed as failed`.execute(
        db,
      );
      return older.rows[0];
    },

    async idOf(endpointHash: Buffer): Promise<string | undefined> {
      const found = await db
        .selectFrom('push_subscriptions')
        .select('id')
        .where('endpoint_sha256', '=', endpointHash)
        .executeTakeFirst();
      return found?.id;
    },

    async save(
      device: {
        id: string;
        userId: string;
        sessionId: string;
        endpointHash: Buffer;
        sealed: string;
        userAgent: string;
      },
      preferences: PushPreferences,
    ): Promise<void> {
      await sql`
        insert into push_subscriptions as s
          (id, user_id, session_id, endpoint_sha256, sealed, user_agent,
           wants_published, wants_at_risk, wants_failed)
        values (${device.id}, ${device.userId}, ${device.sessionId}, ${device.endpointHash},
          ${device.sealed}, ${device.userAgent.slice(0, MAX_USER_AGENT)},
          ${preferences.published ?? true}, ${preferences.atRisk ?? true}, ${preferences.failed ?? true})
        on conflict (id) do update set
          session_id = excluded.session_id, sealed = excluded.sealed,
          user_agent = excluded.user_agent,
          wants_published = coalesce(${preferences.published ?? null}, s.wants_published),
          wants_at_risk = coalesce(${preferences.atRisk ?? null}, s.wants_at_risk),
          wants_failed = coalesce(${preferences.failed ?? null}, s.wants_failed)`.execute(db);
    },

    /** Returns false when the user has no such device. */
    async setKinds(userId: string, id: string, preferences: PushPreferences): Promise<boolean> {
      const set = await sql`update push_subscriptions set
          wants_published = coalesce(${preferences.published ?? null}, wants_published),
          wants_at_risk = coalesce(${preferences.atRisk ?? null}, wants_at_risk),
          wants_failed = coalesce(${preferences.failed ?? null}, wants_failed)
        where id = ${id} and user_id = ${userId} returning id`.execute(db);
      return set.rows.length > 0;
    },

    async remove(userId: string, id: string): Promise<boolean> {
      const removed = await sql`delete from push_subscriptions
        where id = ${id} and user_id = ${userId} returning id`.execute(db);
      return removed.rows.length > 0;
    },
  };
}
