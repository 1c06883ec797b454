import type { Issue } from '@pontual/contract/posts/issues.ts';
import { Link2 } from 'lucide-react';
import { IfAllowed, useCan } from '../../api/permissions.tsx';
import { ConnectButton } from '../../instagram/connect-button.tsx';
import { useMinute } from '../../ui/page/use-minute.ts';
import { Button } from '../../ui/button.tsx';
import { failureToast } from '../../ui/page/failure-toast.ts';
import { showToast } from '../../ui/toast.tsx';
import { issueText, retryResultTexts } from './issue-text.ts';
import { useRetryAccount } from './issues-queries.ts';

export interface IssueHandlers {
  onOpen: (postId: string) => void;
  onShowAll: (issue: Issue) => void;
}

interface IssueActionButtonProps extends IssueHandlers {
  issue: Issue;
  onResolved: () => void;
}

export function IssueActionButton({
  issue,
  onOpen,
  onShowAll,
  onResolved,
}: IssueActionButtonProps) {
  const { button } = issueText(issue, useMinute());
  const canEdit = useCan('edit');
  switch (issue.action) {
    case 'reconnect':
      return (
        <>
          <IfAllowed permission="own">
            <ConnectButton label={button} account={issue.account?.instagramAccountId} />
          </IfAllowed>
          <OwnerReconnectHint />
        </>
      );
    case 'retry_account':
      return issue.account === null ? null : (
        <IfAllowed permission="edit">
          <RetryAccountButton {...issue.account} onResolved={onResolved} />
        </IfAllowed>
      );
    case 'correct_post':
    case 'review_posts': {
      const [first] = issue.postIds;
      if (first === undefined) return null;
      const opensList = issue.kind !== 'at_risk' && issue.total > 1;
      return (
        <Button
          variant="line"
          size="sm"
          aria-haspopup={opensList ? undefined : 'dialog'}
          onClick={() => (opensList ? onShowAll(issue) : onOpen(first))}
        >
          {issue.action === 'correct_post' && !canEdit ? 'Ver o post' : button}
        </Button>
      );
    }
  }
}

export function OwnerReconnectHint() {
  return useCan('own') ? null : (
    <p className="text-sm text-ink-2">Quem é responsável pela equipe reconecta.</p>
  );
}

export function AccountIssueButton({
  issue,
  onResolved,
}: {
  issue: Issue;
  onResolved: () => void;
}) {
  if (issue.account === null) return null;
  return issue.action === 'reconnect' ? (
    <>
      <IfAllowed permission="own">
        <ConnectButton
          account={issue.account.instagramAccountId}
          label={<span className="truncate">Reconectar @{issue.account.username}</span>}
          look={{ variant: 'ink', size: 'md', block: true, icon: <Link2 size={17} /> }}
        />
      </IfAllowed>
      <OwnerReconnectHint />
    </>
  ) : (
    <IfAllowed permission="edit">
      <RetryAccountButton {...issue.account} block onResolved={onResolved} />
    </IfAllowed>
  );
}

export function RetryAccountButton(props: {
  instagramAccountId: string;
  username: string;
  block?: boolean;
  onResolved: () => void;
}) {
  const { instagramAccountId, username, block = false, onResolved } = props;
  const retry = useRetryAccount(instagramAccountId);
  return (
    <Button
      variant="line"
      size={block ? 'md' : 'sm'}
      block={block}
      busy={retry.isPending}
      busyLabel="Testando..."
      aria-label={`Já resolvi, testar @${username}`}
      onClick={() =>
        // A live event may remove the button before the response, and `mutate` would then skip its callbacks.
        retry.mutateAsync().then(({ outcome }) => {
          showToast({ text: retryResultTexts[outcome](username), error: outcome !== 'works' });
          if (outcome === 'works' || outcome === 'needs_reconnect') onResolved();
        }, failureToast('Não foi possível testar agora. Tente de novo em instantes.'))
      }
    >
      Já resolvi, testar
    </Button>
  );
}
