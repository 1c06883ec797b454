import type { ConnectionError } from '@pontual/contract/instagram/connection-errors.ts';
import * as z from 'zod';
import { COMMENTS_SCOPE, INSIGHTS_SCOPE } from '../../platform/meta-settings.ts';

/** Without one of these, Instagram refuses to read an account, or to publish with a page's token. */
export const PUBLISHING_SCOPES = [
  'instagram_basic',
  'instagram_content_publish',
  'pages_read_engagement',
] as const;

export const COMMENT_SCOPES = ['instagram_basic', 'pages_read_engagement', COMMENTS_SCOPE] as const;

/** What a permission of Instagram Login stands for. It involves no page, so reading the account needs no other one. */
const facebookScopes: Record<string, readonly string[]> = {
  instagram_business_basic: ['instagram_basic', 'pages_read_engagement'],
  instagram_business_content_publish: ['instagram_content_publish'],
  instagram_business_manage_comments: [COMMENTS_SCOPE],
  instagram_business_manage_insights: [INSIGHTS_SCOPE],
};

/** All rules compare the names of Facebook Login. */
export const toFacebookScopes = (instagramScopes: readonly string[]): string[] =>
  instagramScopes.flatMap((scope) => facebookScopes[scope] ?? []);

export const mayPublish = (scopes: readonly string[]): boolean =>
  PUBLISHING_SCOPES.every((scope) => scopes.includes(scope));

/** By their old and new names. */
const PUBLISHING_TASKS = new Set([
  'MANAGE',
  'CREATE_CONTENT',
  'PROFILE_PLUS_CREATE_CONTENT',
  'PROFILE_PLUS_FULL_CONTROL',
]);

export const grantedPermissions = z.object({
  scopes: z.array(z.string()),
  granular_scopes: z
    .array(z.object({ scope: z.string(), target_ids: z.array(z.string()).optional() }))
    .optional(),
});
export type GrantedPermissions = z.output<typeof grantedPermissions>;

/** An account and its page, either of which may be the target of a permission. */
interface Target {
  igUserId: string;
  pageId: string | undefined;
}

/**
 * Without targets, a permission is granted for every account. Targets count only for `instagram_` permissions
 * and, if the page is known, `pages_` permissions.
 */
export function scopesFor(
  { igUserId, pageId }: Target,
  { scopes, granular_scopes: granular = [] }: GrantedPermissions,
): string[] {
  const isTargeted = (scope: string) =>
    scope.startsWith('instagram_') || (pageId !== undefined && scope.startsWith('pages_'));
  const isNamed = (targets: readonly string[]) =>
    targets.some((id) => id === igUserId || id === pageId);
  return scopes.filter(
    (scope) =>
      !isTargeted(scope) ||
      granular.every(
        ({ scope: named, target_ids: targets }) =>
          named !== scope || targets === undefined || isNamed(targets),
      ),
  );
}

/** Tasks that Facebook does not report are no reason against a page. */
export const maySubmit = (tasks: readonly string[] | undefined): boolean =>
  tasks === undefined || tasks.some((task) => PUBLISHING_TASKS.has(task));

export type AccountRefusal =
  | 'missing_publish'
  | 'missing_account'
  | 'cannot_publish'
  | 'personal_account';

const errorsByScope: Record<string, ConnectionError> = {
  instagram_content_publish: 'missing_publish',
  instagram_basic: 'missing_basic',
  pages_show_list: 'missing_pages',
  pages_read_engagement: 'missing_pages',
};

export function findMissingPermission({ scopes }: GrantedPermissions): ConnectionError | undefined {
  const missing = Object.entries(errorsByScope)
    .filter(([scope]) => !scopes.includes(scope))
    .map(([, error]) => error);
  const [first, ...others] = new Set(missing);
  return others.length === 0 ? first : 'missing_permissions';
}

export function findRefusal(
  account: Target & { tasks: readonly string[] | undefined },
  granted: GrantedPermissions | null,
): AccountRefusal | null {
  const { tasks } = account;
  if (granted !== null && !mayPublish(scopesFor(account, granted))) {
    return mayPublish(granted.scopes) ? 'missing_account' : 'missing_publish';
  }
  return maySubmit(tasks) ? null : 'cannot_publish';
}
