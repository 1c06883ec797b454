import type { ConnectionError } from '@pontual/contract/instagram.ts';
import { PUBLISHING_SCOPES } from './instagram.permissions.ts';

/** What the dialog asks for. */
export const ASKED_SCOPES = [
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

/** The permissions of a token, and for which pages and accounts each was given. */
export interface GivenPermissions {
  scopes: readonly string[];
  /** Without `targets` a permission is for all of them. */
  granular: readonly { scope: string; targets?: readonly string[] | undefined }[];
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
export function missingPermissionOf({ scopes }: GivenPermissions): ConnectionError | undefined {
  const missing = Object.entries(errorsByScope)
    .filter(([scope]) => !scopes.includes(scope))
    .map(([, error]) => error);
  const [first, ...others] = new Set(missing);
  return others.length === 0 ? first : 'missing_permissions';
}

/** Why this account cannot be published to with these permissions and page tasks, if that is known. */
export function refusalOf(
  account: { igUserId: string; pageId: string; tasks: readonly string[] | undefined },
  given: GivenPermissions | null,
): AccountRefusal | null {
  const { tasks, igUserId, pageId } = account;
  const isGiven = (scope: string) =>
    (given?.granular ?? []).every(
      (one) =>
        one.scope !== scope ||
        one.targets === undefined ||
        one.targets.some((id) => id === igUserId || id === pageId),
    );
  if (!PUBLISHING_SCOPES.every(isGiven)) return 'missing_publish';
  const maySubmit = tasks === undefined || tasks.some((task) => PUBLISHING_TASKS.has(task));
  return maySubmit ? null : 'cannot_publish';
}
