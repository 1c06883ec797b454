import {
  isMissingPermission,
  withLoss,
  type ConnectionError,
  type LossOfAccess,
} from '@pontual/contract/instagram/connection-errors.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { MediaService } from '../../media/media.service.ts';
import { connectionWakeUps, type WakeUps } from '../../platform/wake-ups.ts';
import type { LoginResult } from './authorization.ts';
import type { PendingAuthorization } from './authorizations.repository.ts';
import type { ConnectionObserver } from './connection-observer.ts';
import { decide } from './decision.ts';
import type { LoginFlow } from './login-flows.ts';
import type { MarkLostGrants } from '../tokens/lost-grants.ts';
import type { PendingGrants } from './pending-grants.ts';
import { withPictures } from './picture.ts';
import {
  createInstagramRepository,
  isAuthorizedBy,
  isOfAnotherPerson,
  type ActiveConnection,
} from './instagram.repository.ts';
import type { SaveConnections } from './save-connections.ts';

/** With another Facebook profile, these follow from the profile. */
const accountNotFound: ReadonlySet<ConnectionError> = new Set([
  'no_pages',
  'no_instagram_business',
  'no_known_account',
]);

export type ConnectionOutcome = ConnectionError | LossOfAccess | 'connected' | 'choose';

/** Connects the accounts that the code of a login grants, or stores them until the owner chooses. */
export function createCodeExchange(deps: {
  database: Database;
  media: MediaService;
  pendingGrants: PendingGrants;
  save: SaveConnections;
  markLostGrants: MarkLostGrants;
  wakeUps: WakeUps;
  log: Log;
}) {
  const { media, pendingGrants, save, markLostGrants, wakeUps, log } = deps;
  const repository = createInstagramRepository(deps.database.db);

  return async function connectWithCode(
    flow: LoginFlow,
    code: string,
    owner: PendingAuthorization,
    browser: string,
    observer: ConnectionObserver,
  ): Promise<ConnectionOutcome> {
    const login = await flow.fetchGrants(code);
    const lostConnections = await markLostGrants(login, owner.workspace_id, observer);
    const connected = await repository.listActive(owner.workspace_id);
    const isAnotherPerson =
      !owner.adds &&
      connected.length > 0 &&
      connected.every((connection) => isOfAnotherPerson(connection, login));
    const fail = (error: ConnectionError) => {
      if (lostConnections.length > 0)
        return isMissingPermission(error) ? withLoss(error) : 'reconnect_incomplete';
      return isAnotherPerson && accountNotFound.has(error) ? 'another_person' : error;
    };
    if (login.error !== undefined) return fail(login.error);
    const { accounts: granted } = login;
    const decision = decide(granted, connected, owner);
    if (decision.kind === 'refuse') return fail(decision.error);
    if (decision.kind === 'ask') {
      const accounts = await withPictures(granted, media, log);
      await pendingGrants.store(owner, browser, { replaces: decision.replaces, accounts });
      return 'choose';
    }
    const request = { accounts: await withPictures(decision.accounts, media, log), replaces: null };
    const refusal = await save(owner, request, observer);
    if (refusal !== undefined) return refusal;
    wakeUps.send([...connectionWakeUps(owner.workspace_id), { topic: 'work' }]);
    const isComplete = owner.adds
      ? lostConnections.length === 0
      : allRenewed(
          connected.filter((connection) => isExpectedOf(connection, login)),
          decision.accounts,
        );
    return isComplete ? 'connected' : 'reconnect_incomplete';
  };
}

/** With Instagram Login, each account is renewed by a login of its own; a Facebook profile may be the wrong one. */
const isExpectedOf = (connection: ActiveConnection, login: LoginResult): boolean =>
  isAuthorizedBy(connection, login) || isOfAnotherPerson(connection, login);

const allRenewed = (
  connected: readonly ActiveConnection[],
  renewed: readonly { igUserId: string }[],
): boolean =>
  connected.every(
    ({ needs_reconnect: needsReconnect, ig_user_id: id }) =>
      !needsReconnect || renewed.some(({ igUserId }) => igUserId === id),
  );
