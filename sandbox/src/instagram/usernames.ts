import type { InstagramRecords } from './records.ts';

/** Returns the username of the account that a person manages, if there is one. */
export function usernameOfUser(records: InstagramRecords, userId: string): string | undefined {
  for (const page of records.pages.newestIn(userId)) {
    const account = records.accounts.get(page.accountId ?? '');
    if (account) return account.username;
  }
  return undefined;
}
