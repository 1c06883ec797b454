import type { Generated } from 'kysely';

/** The tables of when people post, and when they do not. */
export interface QueueTables {
  queue_slots: {
    id: string;
    workspace_id: string;
    weekday: number;
    minute: number;
    created_at: Generated<Date>;
  };
  publishing_pauses: {
    workspace_id: string;
    id: string;
    since: Generated<Date>;
    until: Date | null;
  };
}
