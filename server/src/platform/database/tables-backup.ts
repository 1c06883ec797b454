import type { Generated } from 'kysely';

/** The tables of what is kept for the worst day. */
export interface BackupTables {
  backups: {
    id: string;
    taken_at: Date;
    finished_at: Generated<Date>;
    /** Bigints, which `pg` gives as text. */
    rows: string | number;
    media: number;
    bytes: string | number;
  };
  restorations: {
    id: string;
    taken_at: Date;
    restored_at: Generated<Date>;
    rows: string | number;
    noticed_at: Date | null;
  };
}
