import type { ConnectionError } from '@pontual/contract/instagram/connection-errors.ts';
import type { AccountRefusal } from '../tokens/permissions.rules.ts';

interface GrantCandidate {
  igUserId: string;
  refusal: AccountRefusal | null;
}

interface ExistingConnection {
  ig_user_id: string;
}

export type Decision<Account> =
  | { kind: 'connect'; accounts: Account[] }
  | { kind: 'ask'; replaces: string | null }
  | { kind: 'refuse'; error: ConnectionError };

/** A connected account is renewed and never replaced without a choice of the owner. */
export function decide<Account extends GrantCandidate>(
  granted: readonly Account[],
  connected: readonly ExistingConnection[],
  { adds }: { adds: boolean },
): Decision<Account> {
  const isConnected = ({ igUserId }: Account) =>
    connected.some((one) => one.ig_user_id === igUserId);
  const isUsable = ({ refusal }: Account) => refusal === null;
  const [alreadyConnected, unconnected] = [
    granted.filter(isConnected),
    granted.filter((one) => !isConnected(one)),
  ];
  if (adds || connected.length === 0) {
    return decideAmong(unconnected, adds ? 'no_new_account' : 'no_instagram_business');
  }
  if (alreadyConnected.length > 0) {
    const renewable = alreadyConnected.filter(isUsable);
    if (renewable.length > 0) return { kind: 'connect', accounts: renewable };
    return { kind: 'refuse', error: alreadyConnected[0]?.refusal ?? 'no_known_account' };
  }
  const [only, ...others] = connected;
  if (only === undefined || others.length > 0) return { kind: 'refuse', error: 'no_known_account' };
  if (unconnected.some(isUsable)) return { kind: 'ask', replaces: only.ig_user_id };
  return { kind: 'refuse', error: unconnected[0]?.refusal ?? 'no_known_account' };
}

function decideAmong<Account extends GrantCandidate>(
  accounts: readonly Account[],
  noneError: ConnectionError,
): Decision<Account> {
  const usable = accounts.filter(({ refusal }) => refusal === null);
  if (usable.length > 1) return { kind: 'ask', replaces: null };
  if (usable.length === 1) return { kind: 'connect', accounts: usable };
  return { kind: 'refuse', error: accounts[0]?.refusal ?? noneError };
}
