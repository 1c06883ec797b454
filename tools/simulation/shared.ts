import type { QueryResult, Store } from './store.ts';
import type { VirtualTime } from './time.ts';

/** A lock around the shared connection, so that two transactions never mix. */
export interface Lock {
  acquire(): Promise<void>;
  release(): void;
}

export type SharedDatabase = ReturnType<typeof createSharedDatabase>;

/** `app_now()` returns exactly the virtual time. */
export function createSharedDatabase(store: Store, time: VirtualTime) {
  let sentTime = Number.NaN;
  let afterCommit: (() => void)[] = [];
  let isOpen = false;

  function takeUnsentTime(): string | undefined {
    const now = time.now();
    if (now === sentTime) return undefined;
    sentTime = now;
    return String(now / 1000);
  }

  function execute(text: string, values: readonly unknown[] = []): QueryResult {
    try {
      return store.query(text, values, takeUnsentTime());
    } catch (error) {
      // A failed statement also reverts the setting of the time.
      sentTime = Number.NaN;
      throw error;
    }
  }

  return {
    lock: createLock(),
    query(text: string, values: readonly unknown[] = []): QueryResult {
      const answer = execute(text, values);
      // SQL guarantees no order, and the query plan must not influence a seed.
      if (answer.rows.length > 1 && text.includes('returning')) answer.rows.sort(byId);
      return answer;
    },
    begin(): void {
      execute('begin');
      isOpen = true;
    },
    commit(): void {
      store.query('commit');
      const callbacks = afterCommit;
      [isOpen, afterCommit] = [false, []];
      for (const act of callbacks) act();
    },
    rollback(): void {
      store.query('rollback');
      sentTime = Number.NaN;
      [isOpen, afterCommit] = [false, []];
    },
    whenCommitted(isInTransaction: boolean, act: () => void): void {
      if (isOpen && isInTransaction) afterCommit.push(act);
      else act();
    },
  };
}

const getId = ({ id }: Record<string, unknown>) => (typeof id === 'string' ? id : '');
const byId = (one: Record<string, unknown>, other: Record<string, unknown>) =>
  getId(one).localeCompare(getId(other), 'en');

function createLock(): Lock {
  const waiting: (() => void)[] = [];
  let isHeld = false;
  return {
    async acquire() {
      if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve));
      isHeld = true;
    },
    release() {
      const next = waiting.shift();
      if (next === undefined) isHeld = false;
      else next();
    },
  };
}
