import type { ConnectionError } from '@pontual/contract/instagram/connection-errors.ts';
import { limitsByPlan } from '@pontual/contract/billing/plans.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import { lockSession } from '../../identity/sign-in/lock-session.repository.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { MediaService } from '../../media/media.service.ts';
import type { InstagramAccounts } from './accounts.ts';
import type { PendingAuthorization } from './authorizations.repository.ts';
import type { ConnectionObserver } from './connection-observer.ts';
import type { AccountWithPicture } from './pending-grants.ts';
import { createInstagramRepository, type ActiveConnection } from './instagram.repository.ts';

interface ConnectionRequest {
  accounts: readonly AccountWithPicture[];
  replaces: string | null;
}

export type SaveConnections = ReturnType<typeof createSaveConnections>;

export function createSaveConnections(deps: {
  database: Database;
  accounts: InstagramAccounts;
  media: MediaService;
}) {
  const { database, accounts, media } = deps;

  /** Connects all of the accounts or none. `canProceed` is the last check, in the same transaction. */
  return async function saveConnections(
    owner: PendingAuthorization,
    { accounts: requested, replaces }: ConnectionRequest,
    observer: ConnectionObserver,
    canProceed: (tx: Tx) => Promise<boolean> = () => Promise.resolve(true),
  ): Promise<ConnectionError | undefined> {
    const { workspace_id: workspaceId } = owner;
    return database.inTransaction(async (tx) => {
      if (!(await lockSession(tx, sessionOf(owner)))) return 'invalid_state';
      const accountLimit = await lockAccountLimit(tx, workspaceId);
      if (!(await isStillOwner(tx, owner))) return 'invalid_state';
      const connections = createInstagramRepository(tx);
      const connected = await connections.listActive(workspaceId);
      const assignments = assignPrevious(requested, connected, replaces);
      const added = assignments.filter(({ previous }) => previous === undefined).length;
      if (added > 0 && connected.length + added > accountLimit) return 'account_limit';
      if (!(await canProceed(tx))) return 'invalid_state';
      for (const { previous } of assignments) {
        if (previous !== undefined) await connections.end(workspaceId, previous.ig_user_id);
      }
      for (const { account, previous } of assignments) {
        await connect(tx, owner, account, previous);
        await observer.accountConnected(tx, workspaceId, account.igUserId);
        await auditConnected(tx, owner, account.username);
      }
      return undefined;
    });
  };

  async function connect(
    tx: Tx,
    { workspace_id: workspaceId, user_id: connectedBy }: PendingAuthorization,
    account: AccountWithPicture,
    previous: ActiveConnection | undefined,
  ): Promise<void> {
    const { igUserId, username, login, pageId, authorizerId, picture } = account;
    const { grantedScopes, userTokenExpiresAt, dataAccessExpiresAt } = account;
    const seal = (secret: string) => accounts.seal(workspaceId, igUserId, secret);
    if (picture) await media.insert(tx, workspaceId, picture);
    await createInstagramRepository(tx).connect({
      id: newId(),
      workspaceId,
      igUserId,
      username,
      login,
      pageId,
      authorizerId,
      userToken: seal(account.userToken),
      pageToken: seal(account.pageToken),
      grantedScopes,
      userTokenExpiresAt,
      dataAccessExpiresAt,
      pictureFileId: picture ? picture.id : null,
      connectedBy,
      positionSince: previous?.listed_since ?? null,
    });
  }
}

/** Locks the workspace, because two concurrent requests would both pass the limit. */
async function lockAccountLimit(tx: Tx, workspaceId: string): Promise<number> {
  const { plan } = await tx
    .selectFrom('workspaces')
    .select('plan')
    .where('id', '=', workspaceId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return limitsByPlan[plan].accounts;
}

/** The user may have transferred the workspace; the result is final while the workspace is locked. */
async function isStillOwner(tx: Tx, owner: PendingAuthorization): Promise<boolean> {
  const found = await tx
    .selectFrom('workspace_members')
    .select('user_id')
    .where('workspace_id', '=', owner.workspace_id)
    .where('user_id', '=', owner.user_id)
    .where('role', '=', 'owner')
    .execute();
  return found.length > 0;
}

function assignPrevious(
  requested: readonly AccountWithPicture[],
  connected: readonly ActiveConnection[],
  replaces: string | null,
): { account: AccountWithPicture; previous: ActiveConnection | undefined }[] {
  const ownOf = (igUserId: string) => connected.find(({ ig_user_id: id }) => id === igUserId);
  const isRequested = requested.some(({ igUserId }) => igUserId === replaces);
  let replaced = isRequested || replaces === null ? undefined : ownOf(replaces);
  return requested.map((account) => {
    const own = ownOf(account.igUserId);
    if (own !== undefined) return { account, previous: own };
    const previous = replaced;
    replaced = undefined;
    return { account, previous };
  });
}

/** The callback has no session, so the actor is passed explicitly. */
const auditConnected = (
  tx: Tx,
  { user_id: actorId, workspace_id: workspaceId }: { user_id: string; workspace_id: string },
  username: string,
) => recordAudit(tx, { workspaceId, kind: 'instagram.connected', detail: { username }, actorId });

const sessionOf = (owner: { session_id: string; user_id: string }) => ({
  sessionId: owner.session_id,
  userId: owner.user_id,
});
