import { sql, type RawBuilder } from 'kysely';

export const connectionOrder = sql`coalesce(k.listed_since, k.connected_at), k.id`;

/** The default connection of a workspace is the first one that is still connected. */
export const firstConnection = (workspaceId: RawBuilder<unknown>) => sql`(
  select k.id from instagram_connections k
  where k.workspace_id = ${workspaceId} and k.ended_at is null
  order by ${connectionOrder} limit 1)`;
