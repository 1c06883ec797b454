import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';

/** A stored hash contains its own parameters, which the verification uses. */
export interface PasswordCost {
  /** In KiB. */
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

/** OWASP's setting of argon2id (the default of the library). Hashing runs off the event loop. */
const OWASP_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** One core stays free for other requests. */
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

/** Verified for an unknown address, so that the response takes the same time. */
const dummyHash = hashPassword('nobody');

/** Takes the same time when there is no hash. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  const compared = stored ?? (await dummyHash);
  const matches = await withHashingSlot(() => verify(compared, password));
  return stored !== null && matches;
}
