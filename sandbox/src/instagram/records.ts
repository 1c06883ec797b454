import type { DatabaseSync } from 'node:sqlite';
import { openBlobs, type Blobs } from '../platform/state/blobs.ts';
import { openCollection, type Collection } from '../platform/state/collection.ts';
import type { AuthorizationCode, Grant, Token } from './login-records.ts';
import type { Comment, Container, Medium } from './media-records.ts';
import type { AccountSituation } from './situation-records.ts';
import {
  INSTAGRAM_ACCOUNTS,
  PAGES,
  FACEBOOK_USERS,
  type InstagramAccount,
  type Page,
  type FacebookUser,
} from './users.ts';

export type InstagramRecords = {
  facebookUsers: Collection<FacebookUser>;
  pages: Collection<Page>;
  accounts: Collection<InstagramAccount>;
  situations: Collection<AccountSituation>;
  grants: Collection<Grant>;
  codes: Collection<AuthorizationCode>;
  tokens: Collection<Token>;
  containers: Collection<Container>;
  media: Collection<Medium>;
  comments: Collection<Comment>;
  firedSentinels: Collection<{ id: string }>;
  blobs: Blobs;
  reset(): void;
};

export function openInstagramRecords(database: DatabaseSync): InstagramRecords {
  const records = {
    facebookUsers: openCollection<FacebookUser>(database, 'people'),
    pages: openCollection<Page>(database, 'pages', ({ userId }) => userId),
    accounts: openCollection<InstagramAccount>(database, 'accounts', ({ username }) => username),
    situations: openCollection<AccountSituation>(database, 'situations'),
    grants: openCollection<Grant>(database, 'grants'),
    codes: openCollection<AuthorizationCode>(database, 'codes'),
    tokens: openCollection<Token>(database, 'tokens', ({ userId }) => userId),
    containers: openCollection<Container>(database, 'containers', ({ accountId }) => accountId),
    media: openCollection<Medium>(database, 'media', ({ accountId }) => accountId),
    comments: openCollection<Comment>(database, 'comments', ({ mediaId }) => mediaId),
    firedSentinels: openCollection<{ id: string }>(database, 'struck'),
  };
  const blobs = openBlobs(database);

  function seed(): void {
    for (const user of FACEBOOK_USERS) records.facebookUsers.put(user);
    for (const page of PAGES) records.pages.put(page);
    for (const account of INSTAGRAM_ACCOUNTS) records.accounts.put(account);
  }

  seed();
  return {
    ...records,
    blobs,
    reset: () => {
      for (const collection of Object.values(records)) collection.clear();
      blobs.clear();
      seed();
    },
  };
}
