import type { ConnectionError } from '@pontual/contract/instagram/instagram.ts';
import * as z from 'zod';

/** Without one of these Instagram refuses to read an account, or to publish with a page's token. */
export const PUBLISHING_SCOPES = [
  'instagram_basic',
  'instagram_content_publish',
  'pages_read_engagement',
] as const;

/** Whether these permissions of an account suffice to publish to it. */
export const mayPublish = (scopes: readonly string[]): boolean =>
  PUBLISHING_SCOPES.every((scope) => scopes.includes(scope));

/** What the dialog asks for. */
export const REQUESTED_SCOPES = [
  ...PUBLISHING_SCOPES,
  'pages_show_list',
  'business_management',
  // May be refused: then posts go out all the same, and only their counts are not known.
  'instagram_manage_insights',
  // May be refused: then only first comments are not written.
  'instagram_manage_comments',
];

/** Instagram publishes for a person with any of these tasks on the page, by its old or new name. */
const PUBLISHING_TASKS = new Set([
  'MANAGE',
  'CREATE_CONTENT',
  'PROFILE_PLUS_CREATE_CONTENT',
  'PROFILE_PLUS_FULL_CONTROL',
]);

/** The permissions of a token, as `debug_token` names them, and the targets each was granted for. */
export const grantedPermissions = z.object({
  scopes: z.array(z.string()),
  granular_scopes: z
    .array(z.object({ scope: z.string(), target_ids: z.array(z.string()).optional() }))
    .optional(),
});
export type GrantedPermissions = z.output<typeof grantedPermissions>;

/** An account and the page it belongs to, either of which a permission may name as its target. */
interface Target {
  igUserId: string;
  /** Undefined when it is not known. */
  pageId: string | undefined;
}

/**
 * The permissions that were granted for this account. One that names no targets is granted for every
 * account. Only those of Instagram name accounts, and those of pages name pages.
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

/** Why an account that was granted cannot be published to. */
export type AccountRefusal = 'missing_publish' | 'cannot_publish';

const errorsByScope: Record<string, ConnectionError> = {
  instagram_content_publish: 'missing_publish',
  instagram_basic: 'missing_basic',
  pages_show_list: 'missing_pages',
  pages_read_engagement: 'missing_pages',
};

/** What the owner is told when the login lacks a permission without which no account can be used. */
export function findMissingPermission({ scopes }: GrantedPermissions): ConnectionError | undefined {
  const missing = Object.entries(errorsByScope)
    .filter(([scope]) => !scopes.includes(scope))
    .map(([, error]) => error);
  const [first, ...others] = new Set(missing);
  return others.length === 0 ? first : 'missing_permissions';
}

/** Why this account cannot be published to with these permissions and page tasks, if that is known. */
export function findRefusal(
  account: Target & { tasks: readonly string[] | undefined },
  granted: GrantedPermissions | null,
): AccountRefusal | null {
  const { tasks } = account;
  if (granted !== null && !mayPublish(scopesFor(account, granted))) return 'missing_publish';
  const maySubmit = tasks === undefined || tasks.some((task) => PUBLISHING_TASKS.has(task));
  return maySubmit ? null : 'cannot_publish';
}
