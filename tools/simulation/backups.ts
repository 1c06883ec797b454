import type { Job, JobQueue } from './jobs.ts';
import type { SharedDatabase } from './shared.ts';

/** The tables in an order in which they can be filled; the others are the same in every backup. */
const tables = [
  'users',
  'workspaces',
  'workspace_members',
  'instagram_accounts',
  'media_files',
  'instagram_connections',
  'worker_heartbeats',
  'posts',
  'post_media',
  'containers',
  'publications',
  'post_events',
  'notifications',
  'publishing_pauses',
  'approvals',
  'pauses_seen',
] as const;

export type Backups = ReturnType<typeof createBackups>;

export function createBackups(shared: SharedDatabase, queue: JobQueue) {
  let jobs: readonly Job[] = [];

  function listColumns(table: string): string {
    const { rows } = shared.query(
      `select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
       from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
      [table],
    );
    return String(rows[0]?.['columns']);
  }

  return {
    create(): void {
      for (const table of tables) {
        shared.query(`drop table if exists backup_${table}`);
        shared.query(`create table backup_${table} as select ${listColumns(table)} from ${table}`);
      }
      jobs = queue.all();
    },

    restore(): void {
      shared.query(`insert into forgotten_containers
        select post_id, graph_id from containers where graph_id is not null`);
      shared.query(`truncate ${tables.join(', ')}, idempotency_keys, sessions,
        instagram_authorizations, uploads, unpublished, password_resets, outbox,
        email_changes, weekly_summaries, identities, handoffs, deletions cascade`);
      // Without triggers: they would note the restored pauses a second time.
      shared.query(`set session_replication_role = replica`);
      for (const table of tables) {
        const columns = listColumns(table);
        shared.query(`insert into ${table} (${columns}) overriding system value
          select ${columns} from backup_${table}`);
      }
      shared.query(`set session_replication_role = origin`);
      queue.replace(jobs);
    },
  };
}
