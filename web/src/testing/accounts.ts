import { listAccounts } from '@pontual/contract/instagram.ts';
import { limitsByPlan } from '@pontual/contract/plans.ts';
import { ACCOUNT_ID, aConnectedUser, anAccount } from './examples.ts';
import { server } from './stub-server.ts';

export const SECOND_ID = '17841400000000002';

export const second = anAccount({ instagramAccountId: SECOND_ID, username: 'cafe.serra' });

/** Somebody with the accounts `atelie.barro` and `cafe.serra`. */
export const anOwnerOfTwo = () => aConnectedUser({ plan: 'pro', accounts: 2 });

/** Both accounts are connected and work. */
export function answerTwoAccounts(): void {
  server.answer(listAccounts, {
    accounts: [anAccount({ instagramAccountId: ACCOUNT_ID }), second],
    limit: limitsByPlan.pro.accounts,
  });
}
