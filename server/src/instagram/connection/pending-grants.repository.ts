import type { InstagramLogin } from '@pontual/contract/instagram/instagram.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.ts';
import type { PendingAuthorization } from './authorizations.repository.ts';

/** The accounts are encrypted. */
export type PendingGrantRow = PendingAuthorization &
  Row<'instagram_pending_grants', 'replaces' | 'accounts'>;

interface NewPendingGrant extends PendingGrantRow {
  browserHash: Buffer;
  authorizerId: string;
}

/** What Meta says about a person who gave access by one of the logins. */
interface PersonRequest {
  login: InstagramLogin;
  authorizerId: string;
  issuedAt: Date;
}

/** Only this session in this browser may choose. */
export interface ChoiceOwner {
  browserHash: Buffer;
  sessionId: string;
  workspaceId: string;
}

const LIFETIME = sql`interval '10 minutes'`;

export function createPendingGrantsRepository(db: Db | Tx) {
  const columns = sql`session_id, user_id, workspace_id, adds, login, replaces, accounts`;
  const matchesOwner = ({ browserHash, sessionId, workspaceId }: ChoiceOwner) => sql`
    browser_hash = ${browserHash} and session_id = ${sessionId}
      and workspace_id = ${workspaceId} and expires_at > app_now()`;
  return {
    /** Valid for ten minutes; replaces an earlier one of the same user in the same workspace. */
    async insert(grant: NewPendingGrant): Promise<void> {
      await sql`
        delete from instagram_pending_grants
        where user_id = ${grant.user_id} and workspace_id = ${grant.workspace_id}`.execute(db);
      await sql`
        insert into instagram_pending_grants
          (browser_hash, session_id, user_id, workspace_id, authorizer_id, login, adds, replaces,
           accounts, expires_at)
        values (${grant.browserHash}, ${grant.session_id}, ${grant.user_id}, ${grant.workspace_id},
                ${grant.authorizerId}, ${grant.login}, ${grant.adds}, ${grant.replaces}, ${grant.accounts},
                app_now() + ${LIFETIME})`.execute(db);
    },

    async find(choiceOwner: ChoiceOwner): Promise<PendingGrantRow | undefined> {
      const found = await sql<PendingGrantRow>`
        select ${columns} from instagram_pending_grants where ${matchesOwner(choiceOwner)}`.execute(
        db,
      );
      return found.rows[0];
    },

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

    /** Meta reports the time in whole seconds. */
    async forgetPerson({ login, authorizerId, issuedAt: until }: PersonRequest): Promise<void> {
      await sql`
        delete from instagram_pending_grants
        where authorizer_id = ${authorizerId} and login = ${login}
          and date_trunc('second', expires_at - ${LIFETIME}) <= ${until}`.execute(db);
    },
  };
}
