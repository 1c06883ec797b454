import { sql } from 'kysely';

export const workspaceName = sql<string>`coalesce(w.name, (
  select o.email from workspace_members k join users o on o.id = k.user_id
  where k.workspace_id = w.id and k.role = 'owner' order by k.joined_at limit 1), '')`;
