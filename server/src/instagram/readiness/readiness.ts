import type { AccountReadiness, Situation } from '@pontual/contract/instagram/readiness.ts';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../platform/http/app-error.ts';
import type { AuthenticatedSession } from '../../platform/http/authentication.ts';
import type { Database } from '../../platform/database/database.ts';
import type { InstagramAccounts } from '../connection/accounts.ts';
import { choiceOwnerOf } from '../connection/account-choice.ts';
import type { PendingGrants } from '../connection/pending-grants.ts';
import type { AccountToCheck, ReadFacts } from './facts.ts';
import { findConnectionsToCheck } from './readiness.repository.ts';
import { describeReadiness } from './readiness.rules.ts';

const MINUTE_MS = 60_000;
const MAX_REMEMBERED = 5000;
/** A trial creates a container, of which Instagram allows 400 a day. A refused one creates none. */
const VALID_MS = 6 * 60 * MINUTE_MS;
const VALID_WITH_PROBLEM_MS = 2 * MINUTE_MS;
const lasting: ReadonlySet<Situation> = new Set(['ready', 'creator', 'optional_declined']);

type NamedAccount = AccountToCheck & { username: string };

export type InstagramReadiness = ReturnType<typeof createReadiness>;

export function createReadiness(deps: {
  database: Database;
  accounts: Pick<InstagramAccounts, 'openToken'>;
  pendingGrants: PendingGrants;
  readFacts: ReadFacts;
}) {
  const { database, accounts, pendingGrants, readFacts } = deps;
  const remembered = new LRUCache<string, Promise<AccountReadiness>>({ max: MAX_REMEMBERED });

  async function check(account: NamedAccount): Promise<AccountReadiness> {
    const { igUserId, username } = account;
    const described = describeReadiness(await readFacts(account), 'facebook');
    return { instagramAccountId: igUserId, username, ...described };
  }

  /** Two requests at a time share one check. */
  function checkOnce(key: string, account: NamedAccount): Promise<AccountReadiness> {
    const known = remembered.get(key);
    if (known !== undefined) return known;
    const checking = check(account);
    remembered.set(key, checking, { ttl: VALID_WITH_PROBLEM_MS });
    checking.then(
      ({ situation }) => {
        if (lasting.has(situation)) remembered.set(key, checking, { ttl: VALID_MS });
      },
      () => remembered.delete(key),
    );
    return checking;
  }

  return {
    async checkConnected(
      workspaceId: string,
      { again }: { again: boolean },
    ): Promise<{ accounts: AccountReadiness[] }> {
      const connections = await findConnectionsToCheck(database.db, workspaceId);
      return {
        accounts: await Promise.all(
          connections.map((connection) => {
            const { ig_user_id: igUserId, needs_reconnect: needsReconnect } = connection;
            // What was known before the account was held or released is out of date.
            const key = [connection.id, needsReconnect, connection.throttle_code].join('/');
            if (again) remembered.delete(key);
            const open = (token: string) => accounts.openToken(workspaceId, igUserId, token);
            return checkOnce(key, {
              igUserId,
              login: connection.login,
              username: connection.username,
              pageId: connection.page_id,
              token: open(connection.page_token),
              userToken: open(connection.user_token),
              needsReconnect,
              throttleCode: connection.throttle_code,
            });
          }),
        ),
      };
    },

    /** @throws AppError INSTAGRAM_CHOICE_EXPIRED */
    async checkOffered(
      session: AuthenticatedSession,
      browser: string | undefined,
    ): Promise<{ accounts: AccountReadiness[] }> {
      const pending = await pendingGrants.find(choiceOwnerOf(session, browser));
      if (pending === undefined) throw new AppError('INSTAGRAM_CHOICE_EXPIRED');
      return {
        accounts: await Promise.all(
          pending.accounts.map((account) =>
            // Another login has another token.
            checkOnce(account.pageToken, {
              ...account,
              token: account.pageToken,
              needsReconnect: false,
              throttleCode: null,
            }),
          ),
        ),
      };
    },
  };
}
