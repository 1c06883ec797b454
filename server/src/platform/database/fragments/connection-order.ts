import { sql, type RawBuilder } from 'kysely';

/** SQL of the order in which a workspace's accounts came to it. */
export const connectionOrder = sql`coalesce(k.standing_since, k.connected_at), k.id`;

/** SQL of the connection that stands for a workspace where nobody names one. */
export const firstConnection = (workspaceId: RawBuilder<unknown>) => sql`(
  select k.id from instagram_connections k
  where k.workspace_id = ${workspaceId} and k.ended_at is null
  order by ${connectionOrder} limit 1)`;
