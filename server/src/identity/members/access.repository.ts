import type { Role } from '@pontual/contract/shared/roles.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { RequestActor } from '../../platform/http/request-actor.ts';
import { effectiveRole, liveSession } from '../sign-in/auth.repository.ts';

/** Undefined if the user is no member of the workspace. `is_in`: the session or token has not ended. */
export async function findCurrentAccess(tx: Tx, workspaceId: string, actor: RequestActor) {
  const found = await sql<{ role: Role; is_in: boolean }>`
    select ${effectiveRole} as role, ${isStillAuthenticated(actor)} as is_in
    from workspace_members m join workspaces w on w.id = m.workspace_id
    where m.workspace_id = ${workspaceId} and m.user_id = ${actor.userId}`.execute(tx);
  return found.rows[0];
}

const isStillAuthenticated = ({ credential }: RequestActor) =>
  'tokenId' in credential
    ? sql<boolean>`exists (
        select from api_tokens t where t.id = ${credential.tokenId} and t.expires_at > app_now())`
    : sql<boolean>`exists (select from sessions s where s.id = ${credential.sessionId} and ${liveSession})`;
