import type { ConnectionError } from '@pontual/contract/instagram.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import type { MediaService } from '../media/media.service.ts';
import { connectionNudges, type Nudges } from '../nudges.ts';
import type { InstagramAuthorization } from './instagram.authorization.ts';
import type { BegunAuthorization } from './instagram.authorizations.repository.ts';
import type { ConnectionObserver } from './instagram.connection.ts';
import { decide } from './instagram.decision.ts';
import type { MarkLeftOut } from './instagram.left-out.ts';
import type { PendingGrants } from './instagram.pending-grants.ts';
import { withPictures } from './instagram.picture.ts';
import { createInstagramRepository, type StandingConnection } from './instagram.repository.ts';
import type { SaveConnections } from './instagram.saving.ts';

/** How a login ends: as the return address tells it. */
export type Ending = ConnectionError | 'connected' | 'choose';

/** Connects what the code of a login grants, or keeps it for its owner to choose from. */
export function createUsing(deps: {
  database: Database;
  authorization: InstagramAuthorization;
  media: MediaService;
  pendingGrants: PendingGrants;
  save: SaveConnections;
  markLeftOut: MarkLeftOut;
  nudges: Nudges;
  log: Log;
}) {
  const { authorization, media, pendingGrants, save, markLeftOut, nudges, log } = deps;
  const repository = createInstagramRepository(deps.database.db);

  return async function useCode(
    code: string,
    owner: BegunAuthorization,
    browser: string,
    observer: ConnectionObserver,
  ): Promise<Ending> {
    const granted = await authorization.grantsOf(code);
    if (typeof granted === 'string') return granted;
    const leftOut = await markLeftOut(granted, owner.workspace_id, observer);
    const standing = await repository.standing(owner.workspace_id);
    const decision = decide(granted, standing, owner);
    if (decision.kind === 'refuse') return decision.error;
    if (decision.kind === 'ask') {
      const accounts = await withPictures(granted, media, log);
      await pendingGrants.keep(owner, browser, { replaces: decision.replaces, accounts });
      return 'choose';
    }
    const wanted = { accounts: await withPictures(decision.accounts, media, log), replaces: null };
    const refusal = await save(owner, wanted, observer);
    if (refusal !== undefined) return refusal;
    nudges.send([...connectionNudges(owner.workspace_id), { topic: 'work' }]);
    const isWhole = owner.adds ? leftOut.length === 0 : allRenewed(standing, decision.accounts);
    return isWhole ? 'connected' : 'still_disconnected';
  };
}

/** Whether the login was good for every account that waited to be authorised again. */
const allRenewed = (
  standing: readonly StandingConnection[],
  renewed: readonly { igUserId: string }[],
): boolean =>
  standing.every(
    ({ needs_reconnect: isDisconnected, ig_user_id: id }) =>
      !isDisconnected || renewed.some(({ igUserId }) => igUserId === id),
  );
