/** Calls that one account may have under way besides the publishing itself. */
const PREPARING = 5;
/** Calls that one account may have under way at a time. */
export const CALLS_PER_ACCOUNT = 10;

interface Account {
  preparing: number;
  publishing: number;
  waiting: (() => void)[];
}

export type Turns = ReturnType<typeof createTurns>;

/**
 * Lets each account have only so many calls under way, whoever else has how many. A publish never
 * waits here: the claim has counted it (publishing.repository.ts); what prepares waits for it.
 */
export function createTurns() {
  const accounts = new Map<string, Account>();

  const accountOf = (igUserId: string): Account => {
    const known = accounts.get(igUserId);
    if (known !== undefined) return known;
    const account: Account = { preparing: 0, publishing: 0, waiting: [] };
    accounts.set(igUserId, account);
    return account;
  };
  const hasRoom = ({ preparing, publishing }: Account) =>
    preparing < PREPARING && preparing + publishing < CALLS_PER_ACCOUNT;

  function ended(igUserId: string, account: Account): void {
    if (hasRoom(account)) account.waiting.shift()?.();
    const isIdle = account.preparing + account.publishing + account.waiting.length === 0;
    if (isIdle) accounts.delete(igUserId);
  }

  return {
    async publishing<T>(igUserId: string, call: () => Promise<T>): Promise<T> {
      const account = accountOf(igUserId);
      account.publishing += 1;
      try {
        return await call();
      } finally {
        account.publishing -= 1;
        ended(igUserId, account);
      }
    },

    /** Waits for its turn, first come, first served. */
    async preparing<T>(igUserId: string, call: () => Promise<T>): Promise<T> {
      const account = accountOf(igUserId);
      while (!hasRoom(account)) {
        await new Promise<void>((resolve) => account.waiting.push(resolve));
      }
      account.preparing += 1;
      try {
        return await call();
      } finally {
        account.preparing -= 1;
        ended(igUserId, account);
      }
    },
  };
}
