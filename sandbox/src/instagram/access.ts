import { GraphError, unknownObject } from './graph-error.ts';
import { mayCreateContent, publishableAccounts } from './grants.ts';
import type { GraphCall, SignedCall } from './graph-endpoint.ts';
import { usernameOfPerson, type Account } from './people.ts';
import { requireScope, type Token } from './tokens.ts';
import type { InstagramWorld } from './world.ts';

/** May this token touch the account: its owner's, or the page's it is connected to. */
export function mayTouch(token: Token, account: Account): boolean {
  return token.type === 'PAGE'
    ? token.pageId === account.pageId
    : token.personId === account.personId;
}

/** The account a call is about, if the token may touch it; else Graph says it does not exist. */
export function accountForCall(world: InstagramWorld, call: SignedCall): Account {
  return accountWithin(world, call, call.id);
}

/** The account with the id, if the call's token may touch it. */
export function accountWithin(world: InstagramWorld, call: SignedCall, id: string): Account {
  const account = world.records.accounts.get(id);
  if (!account || !mayTouch(call.token, account)) throw unknownObject(call.method, call.id);
  if (call.token.type === 'PAGE' && !call.token.scopes.includes('pages_read_engagement')) {
    throw new GraphError('190/10');
  }
  requireScope(call.token, 'instagram_basic');
  return account;
}

/** Refuses to publish without the permission, also for this account alone, or without the task on its page. */
export function requirePublishing(
  { records }: InstagramWorld,
  token: Token,
  account: Account,
): void {
  requireScope(token, 'instagram_content_publish');
  if (!publishableAccounts(records, account.personId).includes(account.id)) {
    throw new GraphError('10/scope', { scope: 'instagram_content_publish' });
  }
  if (!mayCreateContent(records, account)) throw new GraphError('200', { scope: 'CREATE_CONTENT' });
}

/** The username a fault may name: of the account in the path, or of the token's owner. */
export function usernameOfCall(
  { records }: InstagramWorld,
  call: GraphCall,
  token: Token | undefined,
): string | undefined {
  const accountId =
    records.containers.get(call.id)?.accountId ?? records.media.get(call.id)?.accountId ?? call.id;
  const named = records.accounts.get(accountId);
  if (named) return named.username;
  const personId = personOfCall({ records }, call, token);
  return personId && usernameOfPerson(records, personId);
}

/** At the token endpoint the code, or the token to be prolonged or inspected, tells the person. */
export function personOfCall(
  { records }: Pick<InstagramWorld, 'records'>,
  { params }: GraphCall,
  token: Token | undefined,
): string | undefined {
  const { code = '', fb_exchange_token: old = '', input_token: input = '' } = params;
  const bearer =
    records.tokens.get(input) ?? token ?? records.codes.get(code) ?? records.tokens.get(old);
  return bearer?.personId;
}
