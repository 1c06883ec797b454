import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';

/** What hashing a password takes. A hash names its own cost, by which it is verified. */
export interface PasswordCost {
  /** In KiB. */
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

/** OWASP's setting of argon2id (the library's default): 19 MiB, two passes. Off the event loop. */
const OWASP_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** So many at a time: a core is left to whoever asks for something else meanwhile. */
const MAX_CONCURRENT_HASHES = Math.max(1, availableParallelism() - 1);
let freeSlots = MAX_CONCURRENT_HASHES;
const waitQueue: (() => void)[] = [];

async function withHashingSlot<T>(act: () => Promise<T>): Promise<T> {
  if (freeSlots > 0) freeSlots -= 1;
  else await new Promise<void>((resolve) => waitQueue.push(resolve));
  try {
    return await act();
  } finally {
    const next = waitQueue.shift();
    if (next === undefined) freeSlots += 1;
    else next();
  }
}

export const hashPassword = (password: string, cost = OWASP_COST): Promise<string> =>
  withHashingSlot(() => hash(password, cost));

/** What is verified for an address that has no account, so that the answer takes as long. */
const dummyHash = hashPassword('nobody');

/** Whether the password is the one; takes as long when there is no hash to compare with. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  const compared = stored ?? (await dummyHash);
  const matches = await withHashingSlot(() => verify(compared, password));
  return stored !== null && matches;
}
