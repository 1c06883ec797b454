import type { Scope } from '@pontual/contract/scopes.ts';
import type { Generated } from 'kysely';

/** The tables of what programs do for people, and are told. */
export interface ProgramTables {
  access_tokens: {
    id: string;
    user_id: string;
    workspace_id: string;
    token_hash: Buffer;
    name: string;
    scopes: Scope[];
    created_at: Generated<Date>;
    expires_at: Date;
    last_used_at: Date | null;
  };
}
