import type { AccountReadiness, Situation } from '@pontual/contract/instagram/readiness.ts';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../platform/http/app-error.ts';
import type { AuthenticatedSession } from '../../platform/http/authentication.ts';
import type { Database } from '../../platform/database/database.ts';
import type { InstagramAccounts } from '../connection/accounts.ts';
import { choiceOwnerOf } from '../connection/account-choice.ts';
import type { PendingGrants } from '../connection/pending-grants.ts';
import { loginRemoved } from '../graph/errors.ts';
import { findConnectedAccounts } from '../graph/listing.ts';
import type { AccountToCheck, Reading } from './facts.ts';
import { findConnectionsToCheck, findThrottleCodes } from './readiness.repository.ts';
import { describeReadiness } from './readiness.rules.ts';

const MINUTE_MS = 60_000;
const MAX_CACHED = 5000;
const VALID_MS = 6 * 60 * MINUTE_MS;
const VALID_WITH_PROBLEM_MS = 2 * MINUTE_MS;
const lasting: ReadonlySet<Situation> = new Set(['ready', 'optional_declined']);
/** A login may have hundreds of accounts. */
const AT_ONCE = 3;

type NamedAccount = AccountToCheck & { username: string };
type Accounts = { accounts: AccountReadiness[] };

export type InstagramReadiness = ReturnType<typeof createReadiness>;

export function createReadiness(deps: {
  database: Database;
  accounts: Pick<InstagramAccounts, 'openToken'>;
  pendingGrants: PendingGrants;
  startReading: () => Reading;
}) {
  const { database, accounts, pendingGrants, startReading } = deps;
  const cached = new LRUCache<string, Promise<AccountReadiness>>({ max: MAX_CACHED });

  /** Two requests at a time share one check. */
  function checkOnce(
    key: string,
    { username, ...account }: NamedAccount,
    { reading, again }: { reading: Reading; again: boolean },
  ): Promise<AccountReadiness> {
    const known = again ? undefined : cached.get(key);
    if (known !== undefined) return known;
    const checking = reading.read(account, { again }).then((facts) => ({
      instagramAccountId: account.igUserId,
      username,
      ...describeReadiness(facts, account.login),
    }));
    cached.set(key, checking, { ttl: VALID_WITH_PROBLEM_MS });
    // A newer check may have taken its place.
    const isNewest = () => cached.peek(key) === checking;
    checking.then(
      ({ situation }) => {
        if (lasting.has(situation) && isNewest()) cached.set(key, checking, { ttl: VALID_MS });
      },
      () => isNewest() && cached.delete(key),
    );
    return checking;
  }

  /** Leaves out the accounts for which the time was too short. */
  async function checkAll(
    found: readonly { key: string; account: NamedAccount }[],
    again: boolean,
  ): Promise<Accounts> {
    const reading = startReading();
    const checked: AccountReadiness[] = [];
    for (let start = 0; start < found.length; start += AT_ONCE) {
      if (reading.remainingMs() === 0) break;
      const next = found.slice(start, start + AT_ONCE);
      const checks = next.map(({ key, account }) => checkOnce(key, account, { reading, again }));
      checked.push(...(await Promise.all(checks)));
    }
    return { accounts: checked };
  }

  return {
    async checkConnected(workspaceId: string, { again }: { again: boolean }): Promise<Accounts> {
      const connections = await findConnectionsToCheck(database.db, workspaceId);
      const found = connections.map((connection) => {
        const { ig_user_id: igUserId, needs_reconnect: needsReconnect } = connection;
        const open = (token: string) => accounts.openToken(workspaceId, igUserId, token);
        return {
          // What was known before the account was held or released is out of date.
          key: [connection.id, needsReconnect, connection.throttle_code].join('/'),
          account: {
            igUserId,
            login: connection.login,
            username: connection.username,
            pageId: connection.page_id,
            token: open(connection.page_token),
            userToken: open(connection.user_token),
            grantedScopes: connection.granted_scopes,
            needsReconnect,
            isLoginRemoved: needsReconnect && connection.reconnect_code === loginRemoved.code,
            throttleCode: connection.throttle_code,
            mayTry: true,
          },
        };
      });
      return checkAll(found, again);
    },

    /**
     * Leaves out those that are connected already.
     * @throws AppError INSTAGRAM_CHOICE_EXPIRED
     */
    async checkOffered(
      session: AuthenticatedSession,
      browser: string | undefined,
    ): Promise<Accounts> {
      const pending = await pendingGrants.find(choiceOwnerOf(session, browser));
      if (pending === undefined) throw new AppError('INSTAGRAM_CHOICE_EXPIRED');
      const { db } = database;
      const { connected } = await findConnectedAccounts(db, session.workspaceId);
      const connectedIds = new Set(connected.map(({ ig_user_id: id }) => id));
      const offered = pending.accounts.filter(({ igUserId }) => !connectedIds.has(igUserId));
      const throttles = await findThrottleCodes(
        db,
        offered.map(({ igUserId }) => igUserId),
        pending.login,
      );
      const found = offered.map((account) => {
        const { pageToken: token, igUserId, refusal } = account;
        const throttleCode = throttles.get(igUserId) ?? null;
        return {
          // Another login has another token.
          key: [token, throttleCode].join('/'),
          account: {
            ...account,
            token,
            needsReconnect: false,
            isLoginRemoved: false,
            throttleCode,
            mayTry: refusal === null,
          },
        };
      });
      return checkAll(found, false);
    },
  };
}
