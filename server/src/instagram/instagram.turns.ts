/** Calls that one account may have under way at a time. */
const CALLS_PER_ACCOUNT = 10;
/** Of them, those that publish: Instagram takes a burst of them for spam. */
export const PUBLISH_CALLS_PER_ACCOUNT = 1;

/** Of them, those that make containers and those that read: neither waits long for the other. */
const LIMITS = { making: 3, reading: 5 } as const;
type Kind = keyof typeof LIMITS;

interface Account {
  underWay: Record<Kind | 'publishing', number>;
  waiting: Record<Kind, (() => void)[]>;
}

export type Turns = ReturnType<typeof createTurns>;

/**
 * Lets each account have only so many calls under way, whoever else has how many. A publish never
 * waits here: it has waited for the account's other publish (publishing/claim.ts), and for a moment
 * the reads that are under way then come on top; everything else waits for it.
 */
export function createTurns() {
  const accounts = new Map<string, Account>();

  function accountOf(igUserId: string): Account {
    const known = accounts.get(igUserId);
    if (known !== undefined) return known;
    const account: Account = {
      underWay: { making: 0, reading: 0, publishing: 0 },
      waiting: { making: [], reading: [] },
    };
    accounts.set(igUserId, account);
    return account;
  }

  const calls = ({ underWay }: Account) => underWay.making + underWay.reading + underWay.publishing;
  const hasRoom = (account: Account, kind: Kind) =>
    account.underWay[kind] < LIMITS[kind] && calls(account) < CALLS_PER_ACCOUNT;

  /** Hands what has become free to whoever waits longest; who reads comes first, as a doubt may. */
  function handOn(igUserId: string, account: Account): void {
    for (const kind of ['reading', 'making'] as const) {
      while (hasRoom(account, kind)) {
        const next = account.waiting[kind].shift();
        if (next === undefined) break;
        account.underWay[kind] += 1;
        next();
      }
    }
    if (calls(account) === 0) accounts.delete(igUserId);
  }

  async function during<T>(
    igUserId: string,
    kind: Kind | 'publishing',
    call: () => Promise<T>,
  ): Promise<T> {
    const account = accountOf(igUserId);
    if (kind === 'publishing' || hasRoom(account, kind)) account.underWay[kind] += 1;
    else await new Promise<void>((resolve) => account.waiting[kind].push(resolve));
    try {
      return await call();
    } finally {
      account.underWay[kind] -= 1;
      handOn(igUserId, account);
    }
  }

  return {
    publishing: <T>(igUserId: string, call: () => Promise<T>) =>
      during(igUserId, 'publishing', call),
    making: <T>(igUserId: string, call: () => Promise<T>) => during(igUserId, 'making', call),
    reading: <T>(igUserId: string, call: () => Promise<T>) => during(igUserId, 'reading', call),
  };
}
