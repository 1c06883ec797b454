import { sql, type RawBuilder } from 'kysely';

/** SQL: the order in which the Instagram accounts of a workspace were connected. */
export const connectionOrder = sql`coalesce(k.listed_since, k.connected_at), k.id`;

/** SQL: the id of the default connection of a workspace, which is the first one that is still connected. */
export const firstConnection = (workspaceId: RawBuilder<unknown>) => sql`(
  select k.id from instagram_connections k
  where k.workspace_id = ${workspaceId} and k.ended_at is null
  order by ${connectionOrder} limit 1)`;
