import type { ConnectionError } from '@pontual/contract/instagram/instagram.ts';
import * as z from 'zod';

/** Without one of these, Instagram refuses to read an account, or to publish with a page's token. */
export const PUBLISHING_SCOPES = [
  'instagram_basic',
  'instagram_content_publish',
  'pages_read_engagement',
] as const;

/** With these, Instagram lets an account read and write comments. */
export const COMMENT_SCOPES = [...PUBLISHING_SCOPES, 'instagram_manage_comments'] as const;

/** Returns true when these permissions allow publishing to the account. */
export const mayPublish = (scopes: readonly string[]): boolean =>
  PUBLISHING_SCOPES.every((scope) => scopes.includes(scope));

/** The permissions that the login dialog requests. */
export const REQUESTED_SCOPES = [
  ...PUBLISHING_SCOPES,
  'pages_show_list',
  'business_management',
  // Optional: without it, posts are published but their insights are unknown.
  'instagram_manage_insights',
  // Optional: without it, only first comments are not written.
  'instagram_manage_comments',
];

/** The page tasks with which Instagram allows publishing, by their old and new names. */
const PUBLISHING_TASKS = new Set([
  'MANAGE',
  'CREATE_CONTENT',
  'PROFILE_PLUS_CREATE_CONTENT',
  'PROFILE_PLUS_FULL_CONTROL',
]);

/** The permissions of a token as `debug_token` returns them, each with its targets. */
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
 * Returns the permissions granted for this account. A permission without targets is granted for every
 * account. Targets count only for `instagram_` permissions and, if the page is known, `pages_` permissions;
 * either the account or its page may be the target.
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

/** Why a granted account cannot be published to. */
export type AccountRefusal = 'missing_publish' | 'cannot_publish';

const errorsByScope: Record<string, ConnectionError> = {
  instagram_content_publish: 'missing_publish',
  instagram_basic: 'missing_basic',
  pages_show_list: 'missing_pages',
  pages_read_engagement: 'missing_pages',
};

/** Returns the error for a login that lacks a permission without which no account can be used. */
export function findMissingPermission({ scopes }: GrantedPermissions): ConnectionError | undefined {
  const missing = Object.entries(errorsByScope)
    .filter(([scope]) => !scopes.includes(scope))
    .map(([, error]) => error);
  const [first, ...others] = new Set(missing);
  return others.length === 0 ? first : 'missing_permissions';
}

/** Returns why these permissions and page tasks do not allow publishing to this account, or null. */
export function findRefusal(
  account: Target & { tasks: readonly string[] | undefined },
  granted: GrantedPermissions | null,
): AccountRefusal | null {
  const { tasks } = account;
  if (granted !== null && !mayPublish(scopesFor(account, granted))) return 'missing_publish';
  const maySubmit = tasks === undefined || tasks.some((task) => PUBLISHING_TASKS.has(task));
  return maySubmit ? null : 'cannot_publish';
}
