import { hash, verify } from '@node-rs/argon2';

/** OWASP's setting of argon2id (the library's default): 19 MiB, two passes. Off the event loop. */
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, settings);

/** What is verified for an address that has no account, so that the answer takes as long. */
const nobodysHash = hashPassword('nobody');

/** Whether the password is the one; takes as long when there is no hash to compare with. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await nobodysHash), password);
  return stored !== null && matches;
}
