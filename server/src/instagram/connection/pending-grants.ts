import * as z from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { hashToken } from '../../platform/ids.ts';
import type { StoredMedia } from '../../media/media.repository.ts';
import type { InstagramAccounts } from './accounts.ts';
import type { GrantedAccount } from './authorization.ts';
import type { PendingAuthorization } from './authorizations.repository.ts';
import {
  createPendingGrantsRepository,
  type ChoiceOwner,
  type PendingGrantRow,
} from './pending-grants.repository.ts';

/** Replaces the account id in the encryption context of the tokens. */
const CONTEXT = 'pending-grant';

export interface AccountWithPicture extends GrantedAccount {
  picture: StoredMedia | undefined;
}

export interface PendingGrant extends Omit<PendingGrantRow, 'accounts'> {
  accounts: AccountWithPicture[];
}

const date = z.coerce.date().nullable();
/** Only `store` writes these; dates are strings in JSON. */
const dates = z.array(z.looseObject({ userTokenExpiresAt: date, dataAccessExpiresAt: date }));

export type PendingGrants = ReturnType<typeof createPendingGrants>;

/** Stored encrypted for the browser that began them until their owner chooses. */
export function createPendingGrants(deps: {
  database: Database;
  accounts: Pick<InstagramAccounts, 'seal' | 'openToken'>;
}) {
  const { accounts } = deps;
  const repository = createPendingGrantsRepository(deps.database.db);

  function decryptGrant(found: PendingGrantRow): PendingGrant | undefined {
    try {
      const text = accounts.openToken(found.workspace_id, CONTEXT, found.accounts);
      return {
        ...found,
        accounts: dates.parse(JSON.parse(text)) as unknown as AccountWithPicture[],
      };
    } catch {
      return undefined;
    }
  }

  return {
    async store(
      owner: PendingAuthorization,
      browser: string,
      grant: { replaces: string | null; accounts: readonly AccountWithPicture[] },
    ): Promise<void> {
      const { workspace_id: workspaceId } = owner;
      await repository.insert({
        ...owner,
        browserHash: hashToken(browser),
        authorizerId: grant.accounts[0]?.authorizerId ?? '',
        replaces: grant.replaces,
        accounts: accounts.seal(workspaceId, CONTEXT, JSON.stringify(grant.accounts)),
      });
    },

    async find(choiceOwner: ChoiceOwner): Promise<PendingGrant | undefined> {
      const found = await repository.find(choiceOwner);
      return found && decryptGrant(found);
    },

    consume: (choiceOwner: ChoiceOwner) => repository.consume(choiceOwner),
  };
}
