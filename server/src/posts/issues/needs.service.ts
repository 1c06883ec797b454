import type { Issue, RetryOutcome } from '@pontual/contract/posts/issues.ts';
import type { Member } from '../../platform/http/authentication.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { ConnectedAccount, InstagramAccounts } from '../../instagram/connection/accounts.ts';
import type { ConnectionObserver } from '../../instagram/connection/connection-observer.ts';
import type { ErrorClass } from '../../instagram/graph/error-table.ts';
import type { InstagramIssue } from '../../instagram/graph/errors.ts';
import type { InstagramPublishing } from '../../instagram/graph/publishing.ts';
import type { WakeUps } from '../../platform/wake-ups.ts';
import { sendWakeUps } from '../editing/change.ts';
import { createNeedsRepository } from './needs.repository.ts';
import { deriveNeeds } from './needs.rules.ts';

type Workspace = Pick<Member, 'workspaceId'>;

export type Needs = ReturnType<typeof createNeeds>;

/** What needs the user: decided here once for every page, badge and program that shows it. */
export function createNeeds(deps: {
  database: Database;
  wakeUps: WakeUps;
  accounts: Pick<InstagramAccounts, 'accountOf' | 'markForReconnect'>;
  publishing: Pick<InstagramPublishing, 'probePublishing'>;
  accountChanges: Pick<ConnectionObserver, 'accountNeedsReconnect'>;
}) {
  const { database, wakeUps, accounts, publishing, accountChanges } = deps;
  const repository = createNeedsRepository(database.db);

  async function list({ workspaceId }: Workspace): Promise<{ needs: Issue[] }> {
    const accounts = await repository.findStoppedAccounts(workspaceId);
    const posts = await repository.findPostsWithIssues(workspaceId);
    return { needs: deriveNeeds(accounts, posts, await repository.now()) };
  }

  return {
    list,

    /** @throws AppError NOT_FOUND when one of them is no post of the workspace's; none is dismissed then */
    async dismiss(member: Workspace, postIds: readonly string[]): Promise<{ needs: Issue[] }> {
      const { workspaceId } = member;
      const uniqueIds = [...new Set(postIds)];
      if ((await repository.count(workspaceId, uniqueIds)) < uniqueIds.length) {
        throw new AppError('NOT_FOUND');
      }
      await repository.dismiss(workspaceId, uniqueIds);
      sendWakeUps(wakeUps, workspaceId);
      return list(member);
    },

    /**
     * Tests whether Instagram still restricts the account; where it does not, what waits is tried at
     * once. Asks Instagram only where its answer can tell: each time counts against the account's limit.
     * @throws AppError NOT_FOUND when the workspace has not connected the account
     */
    async retryAccount(
      member: Workspace,
      igUserId: string,
    ): Promise<{ needs: Issue[]; outcome: RetryOutcome }> {
      const { workspaceId } = member;
      const account = await accounts.accountOf(workspaceId, igUserId);
      // Without a connection to it this is the workspace's first account.
      if (account?.igUserId !== igUserId) throw new AppError('NOT_FOUND');
      const knownResult = knownOutcome(account);
      if (knownResult !== undefined) return { ...(await list(member)), outcome: knownResult };
      const problem = await publishing.probePublishing(account);
      const outcome = toRetryOutcome(problem);
      if (problem !== undefined && outcome === 'disconnected') {
        await accounts.markForReconnect(account, problem.code);
      }
      if (outcome === 'works' || outcome === 'disconnected') {
        await database.inTransaction(async (tx) => {
          if (outcome === 'works') await createNeedsRepository(tx).liftBlock(igUserId);
          await accountChanges.accountNeedsReconnect(tx, workspaceId);
        });
        sendWakeUps(wakeUps, workspaceId);
      }
      return { ...(await list(member)), outcome };
    },
  };
}

/** The restriction that refuses a container too; others refuse only what is published. */
const CONTAINER_RESTRICTION_CODE = '25/2207050';

/** What our own state tells of an account; undefined where Instagram can tell more. */
function knownOutcome(account: Pick<ConnectedAccount, 'holdReason' | 'holdCode'>) {
  const { holdReason, holdCode } = account;
  if (holdReason === null) return 'works';
  if (holdReason === 'reconnect') return 'disconnected';
  return holdReason === 'blocked' && holdCode === CONTAINER_RESTRICTION_CODE
    ? undefined
    : 'unanswered';
}

const outcomes: Partial<Record<ErrorClass, RetryOutcome>> = {
  blocked: 'restricted',
  reconnect: 'disconnected',
};

/** Only a container that was made shows that the account works. */
const toRetryOutcome = (problem: InstagramIssue | undefined): RetryOutcome =>
  problem === undefined ? 'works' : (outcomes[problem.class] ?? 'unanswered');
