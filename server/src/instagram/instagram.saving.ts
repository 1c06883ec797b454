import type { ConnectionError } from '@pontual/contract/instagram.ts';
import { limitsByPlan } from '@pontual/contract/plans.ts';
import { writeAct } from '../audit/audit.writing.ts';
import { holdSession } from '../auth/hold-session.ts';
import type { Database, Tx } from '../database/database.ts';
import { newId } from '../ids.ts';
import type { Log } from '../log.ts';
import type { MediaService } from '../media/media.service.ts';
import type { InstagramAccounts } from './instagram.accounts.ts';
import type { Grant, Wish } from './instagram.authorization.ts';
import type { BegunAuthorization } from './instagram.authorizations.repository.ts';
import type { ConnectionObserver } from './instagram.connection.ts';
import { keepPicture } from './instagram.picture.ts';
import { createInstagramRepository, type StandingConnection } from './instagram.repository.ts';

/** Writes a connection that was granted, in the place that it takes among the workspace's. */
export function createSaving(deps: {
  database: Database;
  accounts: InstagramAccounts;
  media: MediaService;
  log: Log;
}) {
  const { database, accounts, media, log } = deps;

  /** Answers why not, when it may not be: by then the session that began it may have ended. */
  return async function save(
    owner: BegunAuthorization,
    grant: Grant,
    observer: ConnectionObserver,
  ): Promise<ConnectionError | undefined> {
    const { igUserId, pictureUrl, userToken, pageToken, ...names } = grant;
    const { workspace_id: workspaceId, user_id: connectedBy } = owner;
    const seal = (secret: string) => accounts.seal(workspaceId, igUserId, secret);
    const picture = pictureUrl && (await keepPicture(pictureUrl, media, log));
    return database.inTransaction(async (tx) => {
      if (!(await holdSession(tx, sessionOf(owner)))) return 'invalid_state';
      const room = await holdRoom(tx, workspaceId);
      if (!(await stillOwns(tx, owner))) return 'invalid_state';
      const connections = createInstagramRepository(tx);
      const standing = await connections.standing(workspaceId);
      const before = placeFor(igUserId, standing, owner);
      if (before === undefined && standing.length >= room) return 'account_limit';
      if (picture) await media.insert(tx, workspaceId, picture);
      if (before !== undefined) await connections.end(workspaceId, before.ig_user_id);
      await connections.connect({
        id: newId(),
        workspaceId,
        igUserId,
        username: names.username,
        pageId: names.pageId,
        facebookUserId: names.facebookUserId,
        userToken: seal(userToken),
        pageToken: seal(pageToken),
        userTokenExpiresAt: names.userTokenExpiresAt,
        dataAccessExpiresAt: names.dataAccessExpiresAt,
        pictureFileId: picture ? picture.id : null,
        connectedBy,
        standingSince: before?.standing_since ?? null,
      });
      await observer.accountConnected(tx, workspaceId, igUserId);
      await tellConnected(tx, owner, names.username);
      return undefined;
    });
  };
}

/**
 * How many accounts the plan has room for. Until the transaction ends nobody else connects one: two who
 * counted at once would both find room.
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

/** The connection whose place this account takes: its own, or that of the only one unless it is one more. */
const placeFor = (
  igUserId: string,
  standing: readonly StandingConnection[],
  { adds }: BegunAuthorization,
) =>
  standing.find(({ ig_user_id: id }) => id === igUserId) ??
  (adds || standing.length > 1 ? undefined : standing[0]);

/**
 * Of several accounts that were granted: one that is new, or one that has to be connected anew, else
 * one that stands; undefined where any may take its place.
 */
export function wishesOf(
  { adds }: BegunAuthorization,
  standing: readonly StandingConnection[],
): readonly Wish[] | undefined {
  const isIn = (some: readonly StandingConnection[]) => (igUserId: string) =>
    some.some(({ ig_user_id: id }) => id === igUserId);
  const stands = isIn(standing);
  if (adds) return [(igUserId) => !stands(igUserId)];
  if (standing.length < 2) return undefined;
  return [isIn(standing.filter(({ needs_reconnect: needsReconnect }) => needsReconnect)), stands];
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
