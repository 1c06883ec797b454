import type { InstagramRecords } from './records.ts';

export function usernameOfUser(records: InstagramRecords, userId: string): string | undefined {
  const ownAccount = records.accounts.get(userId);
  if (ownAccount) return ownAccount.username;
  for (const page of records.pages.newestIn(userId)) {
    const account = records.accounts.get(page.accountId ?? '');
    if (account) return account.username;
  }
  return undefined;
}
