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
  async run({ id: deletionId, code, email: address }) {
    if (address === null) return undefined;
    await notify(database.db, { kind: 'account-deleted', deletionId, address, code });
    return undefined;
  },
});
