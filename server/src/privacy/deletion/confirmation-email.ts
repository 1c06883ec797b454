import { notify } from '../../notifications/notify.ts';
import type { Database } from '../../platform/database/database.ts';
import type { DeletionStep } from './saga.ts';

/** The outbox erases the address once the email is sent, or given up after three days. */
export const createConfirmationEmailStep = ({
  database,
}: {
  database: Database;
}): DeletionStep => ({
  name: 'tell',
  async run({ id: deletionId, code, email: address, email_proven: isVerified }) {
    // An address that was never verified may belong to a person who knows nothing of the account.
    if (address === null || !isVerified) return undefined;
    await notify(database.db, { kind: 'account-deleted', deletionId, address, code });
    return undefined;
  },
});
