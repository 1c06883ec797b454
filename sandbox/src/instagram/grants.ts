import type { Account, Page } from './people.ts';
import type { InstagramRecords } from './records.ts';
import { killTokensOf } from './tokens.ts';
import type { InstagramWorld } from './world.ts';

/** What a person last allowed the app in the dialog. Facebook keeps it until the next login. */
export type Grant = {
  /** The person's id. */
  id: string;
  /** The granted pages; null is all of them. */
  pages: string[] | null;
  /** The permissions that the person declined: not asked again without `auth_type=rerequest`. */
  declined: string[];
  /** The accounts for which `instagram_content_publish` was not granted. */
  withheld: string[];
};

type Records = Pick<InstagramRecords, 'grants' | 'pages' | 'accounts'>;

/** The stored grant of a person; everything, where no dialog narrowed it. */
export function grantOf({ grants }: Records, personId: string): Grant {
  return grants.get(personId) ?? { id: personId, pages: null, declined: [], withheld: [] };
}

/** The pages of a person that the app may see. */
export function grantedPages(records: Records, personId: string): Page[] {
  const { pages } = grantOf(records, personId);
  return records.pages.in(personId).filter(({ id }) => pages === null || pages.includes(id));
}

/** The accounts for which the person granted `instagram_content_publish`. */
export function publishableAccounts(records: Records, personId: string): string[] {
  const { withheld } = grantOf(records, personId);
  return grantedPages(records, personId)
    .flatMap(({ accountId }) => accountId ?? [])
    .filter((id) => !withheld.includes(id));
}

/** Whether the person has, on the page of this account, a task that publishing needs. */
export function mayCreateContent({ pages }: Records, { pageId }: Account): boolean {
  const tasks = pages.get(pageId)?.tasks;
  return !tasks || tasks.includes('CREATE_CONTENT') || tasks.includes('MANAGE');
}

/** Stores a grant. The tokens of pages that it no longer has die, as they do at Facebook. */
export function putGrant(world: InstagramWorld, grant: Grant): void {
  world.records.grants.put(grant);
  killTokensOf(
    world,
    grant.id,
    ({ pageId }) => pageId !== null && grant.pages !== null && !grant.pages.includes(pageId),
  );
}
