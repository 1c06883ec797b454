const CALLS_PER_ACCOUNT = 10;
/** Instagram treats a burst of publish calls as spam. */
export const PUBLISH_CALLS_PER_ACCOUNT = 1;

/** At a time per account: neither kind can block the other for long. */
const LIMITS = { making: 3, reading: 5 } as const;
type Kind = keyof typeof LIMITS;

interface AccountCalls {
  inProgress: Record<Kind | 'publishing', number>;
  waiting: Record<Kind, (() => void)[]>;
}

export type CallLimiter = ReturnType<typeof createCallLimiter>;

/** A publish call never queues here: it has waited already (publishing/dispatch/publish-call.ts, claim-and-record.ts). */
export function createCallLimiter() {
  const accounts = new Map<string, AccountCalls>();

  function accountOf(igUserId: string): AccountCalls {
    const known = accounts.get(igUserId);
    if (known !== undefined) return known;
    const account: AccountCalls = {
      inProgress: { making: 0, reading: 0, publishing: 0 },
      waiting: { making: [], reading: [] },
    };
    accounts.set(igUserId, account);
    return account;
  }

  const countCalls = ({ inProgress }: AccountCalls) =>
    inProgress.making + inProgress.reading + inProgress.publishing;
  const hasRoom = (account: AccountCalls, kind: Kind) =>
    account.inProgress[kind] < LIMITS[kind] && countCalls(account) < CALLS_PER_ACCOUNT;

  /** Reads come first, because a reconciliation may depend on them. */
  function startNext(igUserId: string, account: AccountCalls): void {
    for (const kind of ['reading', 'making'] as const) {
      while (hasRoom(account, kind)) {
        const next = account.waiting[kind].shift();
        if (next === undefined) break;
        account.inProgress[kind] += 1;
        next();
      }
    }
    if (countCalls(account) === 0) accounts.delete(igUserId);
  }

  async function runLimited<T>(
    igUserId: string,
    kind: Kind | 'publishing',
    call: () => Promise<T>,
  ): Promise<T> {
    const account = accountOf(igUserId);
    if (kind === 'publishing' || hasRoom(account, kind)) account.inProgress[kind] += 1;
    else await new Promise<void>((resolve) => account.waiting[kind].push(resolve));
    try {
      return await call();
    } finally {
      account.inProgress[kind] -= 1;
      startNext(igUserId, account);
    }
  }

  return {
    runPublish: <T>(igUserId: string, call: () => Promise<T>) =>
      runLimited(igUserId, 'publishing', call),
    runCreate: <T>(igUserId: string, call: () => Promise<T>) =>
      runLimited(igUserId, 'making', call),
    runRead: <T>(igUserId: string, call: () => Promise<T>) => runLimited(igUserId, 'reading', call),
  };
}
