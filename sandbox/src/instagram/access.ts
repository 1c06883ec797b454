import { GraphError, createUnknownObjectError } from './graph-error.ts';
import { canCreateContent, publishableAccounts } from './grants.ts';
import type { GraphCall, SignedCall } from './graph-endpoint.ts';
import { usernameOfUser } from './usernames.ts';
import type { InstagramAccount } from './users.ts';
import type { Token } from './login-records.ts';
import { isInSituation, isOutsideApi } from './situations.ts';
import { requireScope } from './tokens.ts';
import type { InstagramContext } from './context.ts';

export function canAccessAccount(
  { records }: Pick<InstagramContext, 'records'>,
  token: Token,
  account: InstagramAccount,
): boolean {
  if (token.type === 'INSTAGRAM') {
    return token.userId === account.id && !isInSituation(records, account, 'personal');
  }
  if (isOutsideApi(records, account)) return false;
  if (isInSituation(records, account, 'page-of-another-person')) return false;
  return token.type === 'PAGE' ? token.pageId === account.pageId : token.userId === account.userId;
}

/** @throws GraphError 100/33, as for an unknown object, if the token may not access the account */
export function accountForCall(context: InstagramContext, call: SignedCall): InstagramAccount {
  return requireAccount(context, call, call.id);
}

export function requireAccount(
  context: InstagramContext,
  call: SignedCall,
  id: string,
): InstagramAccount {
  const account = context.records.accounts.get(id);
  if (!account || !canAccessAccount(context, call.token, account))
    throw createUnknownObjectError(call.method, call.id);
  if (call.token.type === 'PAGE' && !call.token.scopes.includes('pages_read_engagement')) {
    throw new GraphError('190/10');
  }
  requireScope(call.token, 'instagram_basic');
  return account;
}

/** Refuses without the permission, for the token or this account, without the task on its page or its authorization. */
export function requirePublishPermission(
  { records }: InstagramContext,
  token: Token,
  account: InstagramAccount,
): void {
  requireScope(token, 'instagram_content_publish');
  if (token.type !== 'INSTAGRAM') requirePageTask(records, account);
  if (isInSituation(records, account, 'publishing-authorization')) {
    throw new GraphError('368/1404078');
  }
}

function requirePageTask(records: InstagramContext['records'], account: InstagramAccount): void {
  if (!publishableAccounts(records, account.userId).includes(account.id)) {
    throw new GraphError('10/scope', { scope: 'instagram_content_publish' });
  }
  if (!canCreateContent(records, account)) throw new GraphError('200', { scope: 'CREATE_CONTENT' });
}

export function usernameOfCall(
  { records }: InstagramContext,
  call: GraphCall,
  token: Token | undefined,
): string | undefined {
  const accountId =
    records.containers.get(call.id)?.accountId ?? records.media.get(call.id)?.accountId ?? call.id;
  const pathAccount = records.accounts.get(accountId);
  if (pathAccount) return pathAccount.username;
  const userId = userIdOfCall({ records }, call, token);
  return userId && usernameOfUser(records, userId);
}

/** At the token endpoint this is the owner of the code, or of the token that is exchanged or inspected. */
export function userIdOfCall(
  { records }: Pick<InstagramContext, 'records'>,
  { params }: GraphCall,
  token: Token | undefined,
): string | undefined {
  const { code = '', fb_exchange_token: old = '', input_token: input = '' } = params;
  const bearer =
    records.tokens.get(input) ?? token ?? records.codes.get(code) ?? records.tokens.get(old);
  return bearer?.userId;
}
