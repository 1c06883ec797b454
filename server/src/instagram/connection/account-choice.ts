import type { DataOf } from '@pontual/contract/shared/endpoint.ts';
import type { readAccountChoice } from '@pontual/contract/instagram/instagram.ts';
import type { AuthenticatedSession } from '../../platform/http/authentication.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { hashToken } from '../../platform/ids.ts';
import type { Log } from '../../platform/log/log.ts';
import type { MediaStorage } from '../../media/storage/storage.ts';
import { connectionWakeUps, type WakeUps } from '../../platform/wake-ups.ts';
import type { ConnectionObserver } from './connection-observer.ts';
import { findConnectedAccounts } from '../graph/listing.ts';
import { isOfAnotherPerson } from './instagram.repository.ts';
import type { PendingGrants } from './pending-grants.ts';
import { createPendingGrantsRepository, type ChoiceOwner } from './pending-grants.repository.ts';
import { dataUrlOf } from './picture.ts';
import type { SaveConnections } from './save-connections.ts';

export function createAccountChoice(deps: {
  database: Database;
  storage: Pick<MediaStorage, 'read'>;
  pendingGrants: PendingGrants;
  save: SaveConnections;
  wakeUps: WakeUps;
  log: Log;
}) {
  const { database, storage, pendingGrants, save, wakeUps, log } = deps;
  return {
    /** @throws AppError INSTAGRAM_CHOICE_EXPIRED */
    async readChoice(
      session: AuthenticatedSession,
      browser: string | undefined,
    ): Promise<DataOf<typeof readAccountChoice>> {
      const pending = await pendingGrants.find(choiceOwnerOf(session, browser));
      if (pending === undefined) throw new AppError('INSTAGRAM_CHOICE_EXPIRED');
      const { connected, limit } = await findConnectedAccounts(database.db, session.workspaceId);
      const replacedAccount = connected.find(({ ig_user_id: id }) => id === pending.replaces);
      return {
        accounts: await Promise.all(
          pending.accounts.map(async (account) => ({
            instagramAccountId: account.igUserId,
            username: account.username,
            pageName: account.pageName,
            picture: await dataUrlOf(account.picture, storage, log),
            isConnected: connected.some(({ ig_user_id: id }) => id === account.igUserId),
            refusal: account.refusal,
          })),
        ),
        login: pending.accounts[0]?.login ?? 'facebook',
        adds: pending.adds,
        room: Math.max(0, limit - connected.length + (replacedAccount === undefined ? 0 : 1)),
        replaces: replacedAccount?.username ?? null,
        isAnotherPerson:
          replacedAccount !== undefined &&
          pending.accounts.some((account) => isOfAnotherPerson(replacedAccount, account)),
      };
    },

    /** @throws AppError INSTAGRAM_CHOICE_EXPIRED, INSTAGRAM_ACCOUNT_UNUSABLE, ACCOUNT_LIMIT */
    async choose(
      session: AuthenticatedSession,
      browser: string | undefined,
      igUserIds: readonly string[],
      observer: ConnectionObserver,
    ): Promise<void> {
      const choiceOwner = choiceOwnerOf(session, browser);
      const pending = await pendingGrants.find(choiceOwner);
      if (pending === undefined) throw new AppError('INSTAGRAM_CHOICE_EXPIRED');
      const { accounts, replaces } = pending;
      const chosen = new Set(igUserIds);
      const chosenAccounts = accounts.filter(({ igUserId }) => chosen.has(igUserId));
      if (
        chosenAccounts.length < chosen.size ||
        chosenAccounts.some(({ refusal }) => refusal !== null)
      ) {
        throw new AppError('INSTAGRAM_ACCOUNT_UNUSABLE');
      }
      const refusal = await save(pending, { accounts: chosenAccounts, replaces }, observer, (tx) =>
        createPendingGrantsRepository(tx).consume(choiceOwner),
      );
      // A choice that is sent twice exceeds the limit because of its own first request.
      const isOpen = (await pendingGrants.find(choiceOwner)) !== undefined;
      if (refusal === 'account_limit' && isOpen) throw new AppError('ACCOUNT_LIMIT');
      if (refusal !== undefined) throw new AppError('INSTAGRAM_CHOICE_EXPIRED');
      wakeUps.send([...connectionWakeUps(session.workspaceId), { topic: 'work' }]);
    },

    async cancelChoice(session: AuthenticatedSession, browser: string | undefined): Promise<void> {
      await pendingGrants.consume(choiceOwnerOf(session, browser));
    },
  };
}

export const choiceOwnerOf = (
  { sessionId, workspaceId }: AuthenticatedSession,
  browser: string | undefined,
): ChoiceOwner => ({ browserHash: hashToken(browser ?? ''), sessionId, workspaceId });
