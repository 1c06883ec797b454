import { createHash } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { createRecipientsRepository } from './recipients.repository.ts';

/**
 * What an email is about decides how many its recipient gets. `verification`: proves an address; `recovery`: a
 * new password; `security`: what has changed in the account; `ordinary`: everything else.
 */
export const emailSorts = ['verification', 'recovery', 'security', 'ordinary'] as const;
export type EmailSort = (typeof emailSorts)[number];

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Of one recipient, over all kinds of a sort and all senders: no sender can fill a mailbox through us. */
const ceilings: Readonly<Record<EmailSort, readonly { most: number; seconds: number }[]>> = {
  verification: [{ most: 1, seconds: 15 * MINUTE }],
  // One request counts in 15 minutes (password-reset.repository.ts). No daily ceiling: a stranger could use it up.
  recovery: [{ most: 4, seconds: HOUR }],
  security: [
    { most: 10, seconds: HOUR },
    { most: 20, seconds: DAY },
  ],
  ordinary: [
    { most: 20, seconds: HOUR },
    { most: 60, seconds: DAY },
  ],
};

const mayBeUnverified: ReadonlySet<EmailSort> = new Set(['verification', 'recovery']);

export type Recipients = ReturnType<typeof createRecipients>;

/** Who gets an email, and when. `teamEmail`: the address of support, which has no ceiling. */
export function createRecipients(deps: { database: Database; teamEmail: string | undefined }) {
  const { database } = deps;
  const teamEmail = deps.teamEmail?.toLowerCase();
  const isTeam = (address: string) => address.toLowerCase() === teamEmail;

  return {
    /** Without those of users whose address is not verified, unless the email is about that. */
    async findAllowed(addresses: readonly string[], sort: EmailSort): Promise<string[]> {
      if (mayBeUnverified.has(sort)) return [...addresses];
      const found = await createRecipientsRepository(database.db).findUnverified(addresses);
      const unverified = new Set(found);
      return addresses.filter((address) => isTeam(address) || !unverified.has(address));
    },

    /**
     * Counts an email for each recipient, or for none. Returns 0, or the seconds until the ceilings of all
     * allow it. `key` identifies the email over its attempts.
     */
    admit: (addresses: readonly string[], sort: EmailSort, key: string): Promise<number> =>
      database.inTransaction(async (tx) => {
        const repository = createRecipientsRepository(tx);
        const recipients = addresses.filter((address) => !isTeam(address)).map(hashRecipient);
        await repository.lock(recipients);
        for (const { most, seconds } of ceilings[sort]) {
          const wait = await repository.waitSeconds(recipients, { key, sort, most, seconds });
          if (wait > 0) return wait;
        }
        await repository.insert(recipients, key, sort);
        return 0;
      }),

    deleteOld: () => createRecipientsRepository(database.db).deleteOld(),
  };
}

/** So that the stored rows do not reveal who gets emails. */
const hashRecipient = (address: string): Buffer =>
  createHash('sha256').update(address.toLowerCase()).digest();
