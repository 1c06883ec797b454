import { sql } from 'kysely';

/** SQL: the name of the workspace `w`, or the email address of its owner. */
export const workspaceName = sql<string>`coalesce(w.name, (
  select o.email from workspace_members k join users o on o.id = k.user_id
  where k.workspace_id = w.id and k.role = 'owner' order by k.joined_at limit 1), '')`;
