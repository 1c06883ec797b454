import { isCreator } from '../account-sentinels.ts';
import type { InstagramContext } from '../context.ts';
import { parseFields, projectFields, type NodeType } from '../fields.ts';
import type { GraphEndpoint, SignedCall } from '../graph-endpoint.ts';
import { createUnknownObjectError } from '../graph-error.ts';
import { accountNode } from '../identity-nodes.ts';
import { isInSituation } from '../situations.ts';
import { requireScope } from '../tokens.ts';
import type { InstagramAccount } from '../users.ts';

/** Instagram names the owner of an account by an id for this app, and the account by another. */
export const scopedIdOf = ({ id }: Pick<InstagramAccount, 'id'>): string => `9${id.slice(1)}`;

export function professionalAccountNode(context: InstagramContext): NodeType<InstagramAccount> {
  const { name, defaults, fields } = accountNode(context);
  return {
    name,
    defaults,
    fields: {
      ...fields,
      id: scopedIdOf,
      user_id: ({ id }) => id,
      account_type: (account) => {
        if (isInSituation(context.records, account, 'personal')) return 'PERSONAL';
        return isCreator(context, account) ? 'MEDIA_CREATOR' : 'BUSINESS';
      },
    },
  };
}

export function profileEndpoints(context: InstagramContext): GraphEndpoint[] {
  return [
    {
      method: 'GET',
      path: '/me',
      step: 'me',
      extraStep: 'permissions',
      params: ['fields'],
      access: 'token',
      handle: (call) => readProfile(context, call),
    },
  ];
}

function readProfile(
  context: InstagramContext,
  { token, params }: SignedCall,
): Record<string, unknown> {
  requireScope(token, 'instagram_basic');
  const account = context.records.accounts.get(token.userId);
  if (!account) throw createUnknownObjectError('get', 'me');
  const profile = projectFields(
    professionalAccountNode(context),
    account,
    parseFields(params['fields']),
  );
  return answerIn(context, profile);
}

/** Meta's documents show lists of one object where the real API returns the object. */
export const answerIn = (
  { settings }: Pick<InstagramContext, 'settings'>,
  answer: Record<string, unknown>,
): Record<string, unknown> =>
  settings.current().instagramAnswers === 'lists' ? { data: [answer] } : answer;
