import { projectFields, type NodeType } from './fields.ts';
import { followersAt } from './audience.ts';
import { tasksOf } from './grants.ts';
import { isInSituation, isOutsideApi } from './situations.ts';
import type { InstagramAccount, Page, FacebookUser } from './users.ts';
import type { Token } from './login-records.ts';
import { getPageToken } from './tokens.ts';
import type { InstagramContext } from './context.ts';

const PAGE_TASKS = ['ANALYZE', 'ADVERTISE', 'MESSAGING', 'MODERATE', 'CREATE_CONTENT', 'MANAGE'];

export const personNode: NodeType<FacebookUser> = {
  name: 'User',
  defaults: ['id', 'name'],
  fields: { id: ({ id }) => id, name: ({ name }) => name },
};

export function accountNode({ url, records, clock }: InstagramContext): NodeType<InstagramAccount> {
  return {
    name: 'IGUser',
    defaults: ['id'],
    fields: {
      id: ({ id }) => id,
      username: ({ username }) => username,
      name: ({ name }) => name,
      biography: ({ biography }) => biography,
      website: ({ website }) => website,
      followers_count: (account) => followersAt(account, clock.now()),
      follows_count: ({ follows }) => follows,
      media_count: ({ id }) =>
        records.media.in(id).filter(({ product }) => product !== 'STORY').length,
      profile_picture_url: ({ username }) => `${url()}/_sandbox/pictures/${username}.svg`,
    },
  };
}

export function pageNode(
  context: InstagramContext,
  token: Token,
  {
    withInstagram = true,
    withoutUsername,
  }: { withInstagram?: boolean; withoutUsername?: string | undefined } = {},
): NodeType<Page> {
  return {
    name: 'Page',
    defaults: ['id', 'name'],
    fields: {
      id: ({ id }) => id,
      name: ({ name }) => name,
      category: () => 'Local business',
      access_token: ({ id }) =>
        token.type === 'PAGE' ? token.id : getPageToken(context, token, id).id,
      tasks: (page) => tasksOf(context.records, page) ?? PAGE_TASKS,
      instagram_business_account: ({ id, accountId }, nested) => {
        const account = withInstagram && context.records.accounts.get(accountId ?? '');
        if (!account || isOutsideApi(context.records, account)) return undefined;
        const node = projectFields(
          accountNode(context),
          account,
          nested ?? new Map([['id', undefined]]),
        );
        return id === withoutUsername ? { ...node, username: undefined } : node;
      },
      // Also of a personal account, which has no instagram_business_account.
      connected_instagram_account: ({ accountId }, nested) => {
        const account = withInstagram && context.records.accounts.get(accountId ?? '');
        if (!account || isInSituation(context.records, account, 'page-unlinked')) return undefined;
        const { id, username } = account;
        return nested?.has('username') ? { id, username } : { id };
      },
    },
  };
}
