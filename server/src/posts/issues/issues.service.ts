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
import { createIssuesRepository } from './issues.repository.ts';
import { deriveIssues } from './issues.rules.ts';

type Workspace = Pick<Member, 'workspaceId'>;

export type Issues = ReturnType<typeof createIssues>;

export function createIssues(deps: {
  database: Database;
  wakeUps: WakeUps;
  accounts: Pick<InstagramAccounts, 'accountOf' | 'markForReconnect'>;
  publishing: Pick<InstagramPublishing, 'probePublishing'>;
  accountChanges: Pick<ConnectionObserver, 'recheckPostsDueSoon'>;
}) {
  const { database, wakeUps, accounts, publishing, accountChanges } = deps;
  const repository = createIssuesRepository(database.db);

  async function list({ workspaceId }: Workspace): Promise<{ issues: Issue[] }> {
    const accounts = await repository.findStoppedAccounts(workspaceId);
    const posts = await repository.findPostsWithIssues(workspaceId);
    return { issues: deriveIssues(accounts, posts, await repository.now()) };
  }

  return {
    list,

    /** Dismisses all or none. @throws AppError NOT_FOUND when one of the posts is of another workspace */
    async dismiss(member: Workspace, postIds: readonly string[]): Promise<{ issues: Issue[] }> {
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
     * Calls Instagram only where a call can decide it, because each call counts against the limit of the
     * account.
     * @throws AppError NOT_FOUND when the workspace has not connected the account
     */
    async retryAccount(
      member: Workspace,
      igUserId: string,
    ): Promise<{ issues: Issue[]; outcome: RetryOutcome }> {
      const { workspaceId } = member;
      const account = await accounts.accountOf(workspaceId, igUserId);
      // `accountOf` returns the first account of the workspace when this one is not connected.
      if (account?.igUserId !== igUserId) throw new AppError('NOT_FOUND');
      const knownResult = knownOutcome(account);
      if (knownResult !== undefined) return { ...(await list(member)), outcome: knownResult };
      const issue = await publishing.probePublishing(account);
      const outcome = toRetryOutcome(issue);
      if (issue !== undefined && outcome === 'needs_reconnect') {
        await accounts.markForReconnect(account, issue.code);
      }
      if (outcome === 'works' || outcome === 'needs_reconnect') {
        await database.inTransaction(async (tx) => {
          if (outcome === 'works') await createIssuesRepository(tx).liftBlock(igUserId);
          await accountChanges.recheckPostsDueSoon(tx, workspaceId);
        });
        sendWakeUps(wakeUps, workspaceId);
      }
      return { ...(await list(member)), outcome };
    },
  };
}

/** Also refuses containers; other restrictions refuse only publish calls. */
const CONTAINER_RESTRICTION_CODE = '25/2207050';

function knownOutcome(account: Pick<ConnectedAccount, 'holdReason' | 'holdCode'>) {
  const { holdReason, holdCode } = account;
  if (holdReason === null) return 'works';
  if (holdReason === 'reconnect') return 'needs_reconnect';
  return holdReason === 'blocked' && holdCode === CONTAINER_RESTRICTION_CODE
    ? undefined
    : 'unanswered';
}

const outcomes: Partial<Record<ErrorClass, RetryOutcome>> = {
  blocked: 'restricted',
  reconnect: 'needs_reconnect',
};

/** Only a created container proves that the account works. */
const toRetryOutcome = (issue: InstagramIssue | undefined): RetryOutcome =>
  issue === undefined ? 'works' : (outcomes[issue.class] ?? 'unanswered');
