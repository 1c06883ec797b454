import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { PendingAuthorization } from './authorizations.repository.ts';

/** Accounts that a login granted and from which the owner must choose. */
export interface PendingGrantRow extends PendingAuthorization {
  /** Instagram id of the account that the choice replaces; null when it replaces none. */
  replaces: string | null;
  /** Encrypted. */
  accounts: string;
}

interface NewPendingGrant extends PendingGrantRow {
  browserHash: Buffer;
  facebookUserId: string;
}

/** Only this session in this browser may choose. */
export interface ChoiceOwner {
  browserHash: Buffer;
  sessionId: string;
  workspaceId: string;
}

const LIFETIME = sql`interval '10 minutes'`;

/** SQL of grants that are pending until their owner chooses. */
export function createPendingGrantsRepository(db: Db | Tx) {
  const columns = sql`session_id, user_id, workspace_id, adds, replaces, accounts`;
  const matchesOwner = ({ browserHash, sessionId, workspaceId }: ChoiceOwner) => sql`
    browser_hash = ${browserHash} and session_id = ${sessionId}
      and workspace_id = ${workspaceId} and expires_at > app_now()`;
  return {
    /** Stores a grant for ten minutes and deletes an earlier one of the same user in the same workspace. */
    async insert(grant: NewPendingGrant): Promise<void> {
      await sql`
        delete from instagram_pending_grants
        where user_id = ${grant.user_id} and workspace_id = ${grant.workspace_id}`.execute(db);
      await sql`
        insert into instagram_pending_grants
          (browser_hash, session_id, user_id, workspace_id, facebook_user_id, adds, replaces,
           accounts, expires_at)
        values (${grant.browserHash}, ${grant.session_id}, ${grant.user_id}, ${grant.workspace_id},
                ${grant.facebookUserId}, ${grant.adds}, ${grant.replaces}, ${grant.accounts},
                app_now() + ${LIFETIME})`.execute(db);
    },

    async find(choiceOwner: ChoiceOwner): Promise<PendingGrantRow | undefined> {
      const found = await sql<PendingGrantRow>`
        select ${columns} from instagram_pending_grants where ${matchesOwner(choiceOwner)}`.execute(
        db,
      );
      return found.rows[0];
    },

    /** Consumes a grant. Returns false when it was already consumed or has expired. */
    async consume(choiceOwner: ChoiceOwner): Promise<boolean> {
      const taken = await sql`
        delete from instagram_pending_grants where ${matchesOwner(choiceOwner)} returning user_id`.execute(
        db,
      );
      return taken.rows.length > 0;
    },

    async forgetExpired(): Promise<void> {
      await sql`delete from instagram_pending_grants where expires_at <= app_now()`.execute(db);
    },

    /**
     * Deletes what this Facebook user had granted up to `until`, which Meta reports in whole seconds: the
     * tokens are revoked or must be deleted.
     */
    async forgetPerson(facebookUserId: string, until: Date): Promise<void> {
      await sql`
        delete from instagram_pending_grants
        where facebook_user_id = ${facebookUserId}
          and date_trunc('second', expires_at - ${LIFETIME}) <= ${until}`.execute(db);
    },
  };
}
