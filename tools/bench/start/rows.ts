import { randomBytes } from 'node:crypto';
import { withInstallation } from '@pontual/server/platform/database/installation.ts';
import { newId } from '@pontual/server/platform/ids.ts';
import { createKeyRing } from '@pontual/server/platform/key-ring.ts';
import type { ReadyPost } from '../publish/external-services.ts';
import { connectAccounts, insertPosts } from '../publish/rows.ts';

const ACCOUNTS = 400;
const POSTS_PER_ACCOUNT = 25;
/** No post is due while the bench runs; in ms. */
const DUE_IN_MS = 20 * 86_400_000;

/** @returns the number of posts in it */
export async function fillInstallation(dataDir: string): Promise<number> {
  const accounts = Array.from({ length: ACCOUNTS }, (_, index) => ({
    ig_user_id: `1784${index}`,
    username: `conta.${index}`,
    user_id: `user-${index}`,
    user_access_token: 'token',
    page_id: `page-${index}`,
    page_access_token: 'token',
  }));
  const posts = accounts.flatMap(({ ig_user_id: igUserId }, account) =>
    Array.from({ length: POSTS_PER_ACCOUNT }, (_, index): ReadyPost => ({
      id: newId(),
      account,
      igUserId,
      login: 'facebook',
      grantedScopes: null,
      offsetMs: index * 3_600_000,
      type: 'IMAGE',
      caption: `Fornada ${account}.${index}`,
      graphId: `graph-${account}-${index}`,
      token: 'token',
    })),
  );
  // No process decrypts these tokens, so any key will do.
  const keyRing = createKeyRing(`bench:${randomBytes(32).toString('base64')}`);
  await withInstallation({ DATA_DIR: dataDir }, async (database) => {
    const owners = await connectAccounts(database, keyRing, accounts);
    await insertPosts(database, owners, posts, Date.now() + DUE_IN_MS);
  });
  return posts.length;
}
