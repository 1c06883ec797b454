import type { DatabaseSync } from 'node:sqlite';
import { openBlobs, type Blobs } from '../state/blobs.ts';
import { openCollection, type Collection } from '../state/collection.ts';
import type { Grant } from './grants.ts';
import type { Comment, Container, Medium } from './media-records.ts';
import { ACCOUNTS, PAGES, PEOPLE, type Account, type Page, type Person } from './people.ts';
import type { AuthorizationCode, Token } from './tokens.ts';

/** Everything Instagram remembers. */
export type InstagramRecords = {
  people: Collection<Person>;
  pages: Collection<Page>;
  accounts: Collection<Account>;
  grants: Collection<Grant>;
  codes: Collection<AuthorizationCode>;
  tokens: Collection<Token>;
  containers: Collection<Container>;
  media: Collection<Medium>;
  comments: Collection<Comment>;
  /** The sentinels that have struck: each does once. */
  struck: Collection<{ id: string }>;
  blobs: Blobs;
  reset(): void;
};

/** Opens Instagram's records and lets the people of the demonstration move in. */
export function openInstagramRecords(database: DatabaseSync): InstagramRecords {
  const records = {
    people: openCollection<Person>(database, 'people'),
    pages: openCollection<Page>(database, 'pages', ({ personId }) => personId),
    accounts: openCollection<Account>(database, 'accounts', ({ username }) => username),
    grants: openCollection<Grant>(database, 'grants'),
    codes: openCollection<AuthorizationCode>(database, 'codes'),
    tokens: openCollection<Token>(database, 'tokens', ({ personId }) => personId),
    containers: openCollection<Container>(database, 'containers', ({ accountId }) => accountId),
    media: openCollection<Medium>(database, 'media', ({ accountId }) => accountId),
    comments: openCollection<Comment>(database, 'comments', ({ mediaId }) => mediaId),
    struck: openCollection<{ id: string }>(database, 'struck'),
  };
  const blobs = openBlobs(database);

  function moveIn(): void {
    for (const person of PEOPLE) records.people.put(person);
    for (const page of PAGES) records.pages.put(page);
    for (const account of ACCOUNTS) records.accounts.put(account);
  }

  moveIn();
  return {
    ...records,
    blobs,
    reset: () => {
      for (const collection of Object.values(records)) collection.clear();
      blobs.clear();
      moveIn();
    },
  };
}
