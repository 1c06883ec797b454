import { listInstagramAccounts } from '@pontual/contract/instagram/instagram.ts';
import { limitsByPlan } from '@pontual/contract/billing/plans.ts';
import { ACCOUNT_ID, aConnectedUser, anInstagramAccount } from './examples.ts';
import { server } from './stub-server.ts';

export const SECOND_ID = '17841400000000002';

export const secondAccount = anInstagramAccount({
  instagramAccountId: SECOND_ID,
  username: 'cafe.serra',
});

export const anOwnerOfTwo = () => aConnectedUser({ plan: 'pro', accounts: 2 });

export function answerTwoAccounts(): void {
  server.answer(listInstagramAccounts, {
    accounts: [anInstagramAccount({ instagramAccountId: ACCOUNT_ID }), secondAccount],
    limit: limitsByPlan.pro.accounts,
  });
}
