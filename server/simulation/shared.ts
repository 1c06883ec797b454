import type { Answer, Store } from './store.ts';
import type { VirtualTime } from './time.ts';

/** Set by whoever is in the database, so that two transactions never mix. */
export interface Lock {
  acquire(): Promise<void>;
  release(): void;
}

export type Shared = ReturnType<typeof shareDatabase>;

/**
 * The one connection that all simulated processes share, and its clock: `app_now()` is the virtual
 * time, exactly.
 */
export function shareDatabase(store: Store, time: VirtualTime) {
  let told = Number.NaN;
  let afterCommit: (() => void)[] = [];
  let isOpen = false;

  /** The time, where the database has not been told it yet. */
  function news(): string | undefined {
    const now = time.now();
    if (now === told) return undefined;
    told = now;
    return String(now / 1000);
  }

  function ask(text: string, values: readonly unknown[] = []): Answer {
    try {
      return store.query(text, values, news());
    } catch (error) {
      // A setting is undone with the statement that it came with.
      told = Number.NaN;
      throw error;
    }
  }

  return {
    lock: createLock(),
    query(text: string, values: readonly unknown[] = []): Answer {
      const answer = ask(text, values);
      // No order was promised, and the plan's must not decide what a seed does.
      if (answer.rows.length > 1 && text.includes('returning')) answer.rows.sort(byId);
      return answer;
    },
    begin(): void {
      ask('begin');
      isOpen = true;
    },
    commit(): void {
      store.query('commit');
      const acts = afterCommit;
      [isOpen, afterCommit] = [false, []];
      for (const act of acts) act();
    },
    rollback(): void {
      store.query('rollback');
      // A setting that was made inside is undone as well.
      told = Number.NaN;
      [isOpen, afterCommit] = [false, []];
    },
    /** At once, or when the open transaction is committed. */
    whenCommitted(isInTransaction: boolean, act: () => void): void {
      if (isOpen && isInTransaction) afterCommit.push(act);
      else act();
    },
  };
}

const idOf = ({ id }: Record<string, unknown>) => (typeof id === 'string' ? id : '');
const byId = (one: Record<string, unknown>, other: Record<string, unknown>) =>
  idOf(one).localeCompare(idOf(other), 'en');

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
