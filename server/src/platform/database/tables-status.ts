import type { Generated, GeneratedAlways } from 'kysely';

/** The tables of the public status page (server/src/operations/status). */
export interface StatusTables {
  status_turn: {
    only: Generated<boolean>;
    claimed_at: Date | null;
    measured_at: Date | null;
    counted_until: Date | null;
  };
  status_components: { component: string; state: string; since: Date };
  status_days: {
    day: Date;
    component: string;
    ok_seconds: number;
    degraded_seconds: number;
    down_seconds: number;
  };
  status_incidents: {
    id: GeneratedAlways<string>;
    component: string;
    state: string;
    began_at: Date;
    ended_at: Date | null;
  };
  status_posts: {
    day: Date;
    punctual: string;
    late: string;
    failed: string;
    waited: string;
  };
  status_failures: { at: Generated<Date> };
  status_calls: { at: Generated<Date>; service: string; answered: number; failed: number };
}
