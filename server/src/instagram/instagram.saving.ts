import type { ConnectionError } from '@pontual/contract/instagram.ts';
import { limitsByPlan } from '@pontual/contract/plans.ts';
import { writeAct } from '../audit/audit.writing.ts';
import { holdSession } from '../auth/hold-session.ts';
import type { Database, Tx } from '../database/database.ts';
import { newId } from '../ids.ts';
import type { MediaService } from '../media/media.service.ts';
import type { InstagramAccounts } from './instagram.accounts.ts';
import type { BegunAuthorization } from './instagram.authorizations.repository.ts';
import type { ConnectionObserver } from './instagram.connection.ts';
import type { OfferedAccount } from './instagram.pending-grants.ts';
import { createInstagramRepository, type StandingConnection } from './instagram.repository.ts';

/** What is connected by one login. */
interface Wanted {
  accounts: readonly OfferedAccount[];
  /** The connected account whose place they take; null where they take none. */
  replaces: string | null;
}

export type SaveConnections = ReturnType<typeof createSaving>;

/** Writes connections that were granted, in the places that they take among the workspace's. */
export function createSaving(deps: {
  database: Database;
  accounts: InstagramAccounts;
  media: MediaService;
}) {
  const { database, accounts, media } = deps;

  /**
   * Connects all of these or none. Answers why not, when it may not be: by then the session that began
   * it may have ended. `mayGoOn` is the last to be asked, in the same transaction.
   */
  return async function save(
    owner: BegunAuthorization,
    { accounts: wanted, replaces }: Wanted,
    observer: ConnectionObserver,
    mayGoOn: (tx: Tx) => Promise<boolean> = () => Promise.resolve(true),
  ): Promise<ConnectionError | undefined> {
    const { workspace_id: workspaceId } = owner;
    return database.inTransaction(async (tx) => {
      if (!(await holdSession(tx, sessionOf(owner)))) return 'invalid_state';
      const room = await holdRoom(tx, workspaceId);
      if (!(await stillOwns(tx, owner))) return 'invalid_state';
      const connections = createInstagramRepository(tx);
      const standing = await connections.standing(workspaceId);
      const places = placesFor(wanted, standing, replaces);
      const added = places.filter(({ before }) => before === undefined).length;
      if (added > 0 && standing.length + added > room) return 'account_limit';
      if (!(await mayGoOn(tx))) return 'invalid_state';
      for (const { before } of places) {
        if (before !== undefined) await connections.end(workspaceId, before.ig_user_id);
      }
      for (const { account, before } of places) {
        await connect(tx, owner, account, before);
        await observer.accountConnected(tx, workspaceId, account.igUserId);
        await tellConnected(tx, owner, account.username);
      }
      return undefined;
    });
  };

  async function connect(
    tx: Tx,
    { workspace_id: workspaceId, user_id: connectedBy }: BegunAuthorization,
    account: OfferedAccount,
    before: StandingConnection | undefined,
  ): Promise<void> {
    const { igUserId, username, pageId, facebookUserId, picture } = account;
    const { userTokenExpiresAt, dataAccessExpiresAt } = account;
    const seal = (secret: string) => accounts.seal(workspaceId, igUserId, secret);
    if (picture) await media.insert(tx, workspaceId, picture);
    await createInstagramRepository(tx).connect({
      id: newId(),
      workspaceId,
      igUserId,
      username,
      pageId,
      facebookUserId,
      userToken: seal(account.userToken),
      pageToken: seal(account.pageToken),
      userTokenExpiresAt,
      dataAccessExpiresAt,
      pictureFileId: picture ? picture.id : null,
      connectedBy,
      standingSince: before?.standing_since ?? null,
    });
  }
}

/**
 * How many accounts the plan has room for. Locks the workspace until the transaction ends: two
 * requests that counted at once would both find room.
 */
async function holdRoom(tx: Tx, workspaceId: string): Promise<number> {
  const { plan } = await tx
    .selectFrom('workspaces')
    .select('plan')
    .where('id', '=', workspaceId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return limitsByPlan[plan].accounts;
}

/** Whoever began it may have handed the workspace over since. Final while the workspace is held. */
async function stillOwns(tx: Tx, owner: BegunAuthorization): Promise<boolean> {
  const found = await tx
    .selectFrom('workspace_members')
    .select('user_id')
    .where('workspace_id', '=', owner.workspace_id)
    .where('user_id', '=', owner.user_id)
    .where('role', '=', 'owner')
    .execute();
  return found.length > 0;
}

/** For each account the connection whose place it takes: its own, or for the first new one the replaced. */
function placesFor(
  wanted: readonly OfferedAccount[],
  standing: readonly StandingConnection[],
  replaces: string | null,
): { account: OfferedAccount; before: StandingConnection | undefined }[] {
  const ownOf = (igUserId: string) => standing.find(({ ig_user_id: id }) => id === igUserId);
  const isWanted = wanted.some(({ igUserId }) => igUserId === replaces);
  let replaced = isWanted || replaces === null ? undefined : ownOf(replaces);
  return wanted.map((account) => {
    const own = ownOf(account.igUserId);
    if (own !== undefined) return { account, before: own };
    const before = replaced;
    replaced = undefined;
    return { account, before };
  });
}

/** They come back from Instagram without their session. */
const tellConnected = (
  tx: Tx,
  { user_id: actorId, workspace_id: workspaceId }: { user_id: string; workspace_id: string },
  username: string,
) => writeAct(tx, { workspaceId, kind: 'instagram.connected', detail: { username }, actorId });

const sessionOf = (owner: { session_id: string; user_id: string }) => ({
  sessionId: owner.session_id,
  userId: owner.user_id,
});
