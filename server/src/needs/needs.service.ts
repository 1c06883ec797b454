import type { Need } from '@pontual/contract/needs.ts';
import type { Member } from '../auth/auth.service.ts';
import type { Database } from '../database/database.ts';
import { AppError } from '../http/app-error.ts';
import type { ConnectionObserver } from '../instagram/instagram.connection.ts';
import type { Nudges } from '../nudges.ts';
import { announce } from '../posts/posts.change.ts';
import { createNeedsRepository } from './needs.repository.ts';
import { needsOf } from './needs.rules.ts';

type Workspace = Pick<Member, 'workspaceId'>;

export type Needs = ReturnType<typeof createNeeds>;

/** What needs the user: decided here once for every page, badge and program that shows it. */
export function createNeeds(deps: {
  database: Database;
  nudges: Nudges;
  accountChanges: Pick<ConnectionObserver, 'accountHeldUp'>;
}) {
  const { database, nudges, accountChanges } = deps;
  const repository = createNeedsRepository(database.db);

  async function list({ workspaceId }: Workspace): Promise<{ needs: Need[] }> {
    const accounts = await repository.stoppedAccounts(workspaceId);
    const posts = await repository.troubledPosts(workspaceId);
    return { needs: needsOf(accounts, posts, await repository.now()) };
  }

  return {
    list,

    /** @throws AppError NOT_FOUND when one of them is no post of the workspace's; none is dismissed then */
    async dismiss(member: Workspace, postIds: readonly string[]): Promise<{ needs: Need[] }> {
      const { workspaceId } = member;
      const named = [...new Set(postIds)];
      if ((await repository.count(workspaceId, named)) < named.length) {
        throw new AppError('NOT_FOUND');
      }
      await repository.dismiss(workspaceId, named);
      announce(nudges, workspaceId);
      return list(member);
    },

    /**
     * The owner has resolved in Instagram what had it restricted: what waits is tried at once.
     * @throws AppError NOT_FOUND when the workspace has not connected the account
     */
    async retryAccount(member: Workspace, igUserId: string): Promise<{ needs: Need[] }> {
      const { workspaceId } = member;
      await database.inTransaction(async (tx) => {
        const isConnected = await createNeedsRepository(tx).liftBlock(workspaceId, igUserId);
        if (!isConnected) throw new AppError('NOT_FOUND');
        await accountChanges.accountHeldUp(tx, workspaceId);
      });
      announce(nudges, workspaceId);
      return list(member);
    },
  };
}
