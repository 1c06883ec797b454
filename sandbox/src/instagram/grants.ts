import type { InstagramAccount, Page } from './users.ts';
import type { Grant } from './login-records.ts';
import type { InstagramRecords } from './records.ts';
import { isPageInSituation } from './situations.ts';
import { invalidateTokensWhere, revokeScope } from './tokens.ts';
import type { InstagramContext } from './context.ts';

type Records = Pick<InstagramRecords, 'grants' | 'pages' | 'accounts' | 'situations'>;

export function grantOf({ grants }: Records, userId: string): Grant {
  return grants.get(userId) ?? { id: userId, pages: null, declined: [], unpublishableAccounts: [] };
}

export function grantedPages(records: Records, userId: string): Page[] {
  const { pages } = grantOf(records, userId);
  return records.pages.in(userId).filter(({ id }) => pages === null || pages.includes(id));
}

export function publishableAccounts(records: Records, userId: string): string[] {
  const { unpublishableAccounts } = grantOf(records, userId);
  return grantedPages(records, userId)
    .flatMap(({ accountId }) => accountId ?? [])
    .filter((id) => !unpublishableAccounts.includes(id));
}

/** A consent outlives the role on its page. */
export const listablePages = (records: Records, userId: string): Page[] =>
  grantedPages(records, userId).filter(
    (page) => !isPageInSituation(records, page, 'page-of-another-person'),
  );

/** The tasks of the person on the page; undefined means all. */
export function tasksOf(records: Pick<Records, 'situations'>, page: Page): string[] | undefined {
  return isPageInSituation(records, page, 'page-without-task') ? ['ANALYZE'] : page.tasks;
}

/** Returns whether the person has the task on the page that publishing requires. */
export function canCreateContent(records: Records, { pageId }: InstagramAccount): boolean {
  const page = records.pages.get(pageId);
  const tasks = page && tasksOf(records, page);
  return !tasks || tasks.includes('CREATE_CONTENT') || tasks.includes('MANAGE');
}

/**
 * Stores a grant. As on Facebook, tokens of pages outside it become invalid, and all tokens of the person lose
 * the declined permissions, which belong to person and app.
 */
export function saveGrant(context: InstagramContext, grant: Grant): void {
  context.records.grants.put(grant);
  for (const scope of grant.declined) revokeScope(context, grant.id, scope);
  invalidateTokensWhere(
    context,
    grant.id,
    ({ pageId }) => pageId !== null && grant.pages !== null && !grant.pages.includes(pageId),
  );
}
