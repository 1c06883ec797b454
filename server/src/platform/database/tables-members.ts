import type { Role } from '@pontual/contract/shared/roles.ts';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';

/** The tables of who works with whom, and of who did what. */
export interface MemberTables {
  workspace_members: {
    workspace_id: string;
    user_id: string;
    role: Generated<Role>;
    joined_at: Generated<Date>;
    chosen_at: Generated<Date>;
  };
  invitations: {
    id: string;
    workspace_id: string;
    email: string;
    role: Exclude<Role, 'owner'>;
    token_hash: Buffer;
    invited_by: string | null;
    created_at: Generated<Date>;
    sent_at: Generated<Date>;
    expires_at: Date;
    outcome: 'accepted' | 'declined' | 'revoked' | null;
    ended_at: Date | null;
  };
  audit_entries: {
    id: GeneratedAlways<string>;
    workspace_id: string;
    at: Generated<Date>;
    kind: string;
    done_by: 'person' | 'program' | 'system';
    actor_id: string | null;
    subject_id: string | null;
    post_id: string | null;
    post_event_id: string | null;
    detail: JSONColumnType<Record<string, unknown>, string | undefined>;
  };
}
