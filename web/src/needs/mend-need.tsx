import type { Need } from '@pontual/contract/needs.ts';
import { Link2 } from 'lucide-react';
import { failureText } from '../api/api-error.ts';
import { Only, useMay } from '../api/may.tsx';
import { ConnectButton } from '../instagram/connect-button.tsx';
import { useConnect } from '../instagram/use-connect.ts';
import { useMinute } from '../shell/minute.ts';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toast.tsx';
import { needWords, retryWords } from './need-words.ts';
import { useRetryAccount } from './needs.queries.ts';
import type { NeedTargets } from './needs-watch.tsx';

interface MendNeedProps extends NeedTargets {
  need: Need;
  /** The need has gone, and its button with it. */
  onGone: () => void;
}

/** The button that mends a need, for members who may press it. */
export function MendNeed({ need, onOpen, onShowAll, onGone }: MendNeedProps) {
  const { button } = needWords(need, useMinute());
  const mayEdit = useMay('edit');
  switch (need.action) {
    case 'reconnect':
      return (
        <>
          <Only need="own">
            <ConnectButton label={button} />
          </Only>
          <OwnerReconnects />
        </>
      );
    case 'retry_account':
      return need.account === null ? null : (
        <Only need="edit">
          <RetryAccount {...need.account} onGone={onGone} />
        </Only>
      );
    case 'correct_post':
    case 'review_posts': {
      const [first] = need.postIds;
      if (first === undefined) return null;
      const listed = need.kind !== 'at_risk' && need.total > 1;
      return (
        <Button
          variant="line"
          size="sm"
          aria-haspopup={listed ? undefined : 'dialog'}
          onClick={() => (listed ? onShowAll(need) : onOpen(first))}
        >
          {need.action === 'correct_post' && !mayEdit ? 'Ver o post' : button}
        </Button>
      );
    }
  }
}

/** Tells members who may not reconnect an account who does. */
export function OwnerReconnects() {
  return useMay('own') ? null : (
    <p className="text-sm text-ink-2">Quem é responsável pela equipe reconecta.</p>
  );
}

/** The button on the card of an account that publishes nothing; `onGone` moves the focus. */
export function MendAccount({ need, onGone }: { need: Need; onGone: () => void }) {
  const connect = useConnect({ onFailure: (text) => showToast({ text, error: true }) });
  if (need.account === null) return null;
  return need.action === 'reconnect' ? (
    <>
      <Only need="own">
        <Button
          variant="ink"
          block
          icon={<Link2 size={17} />}
          busy={connect.isPending}
          busyLabel="Abrindo o Instagram..."
          onClick={() => connect.mutate()}
        >
          <span className="truncate">Reconectar @{need.account.username}</span>
        </Button>
      </Only>
      <OwnerReconnects />
    </>
  ) : (
    <Only need="edit">
      <RetryAccount {...need.account} block onGone={onGone} />
    </Only>
  );
}

/** Has an account tested whose owner has resolved Instagram's warning. */
export function RetryAccount(props: {
  instagramAccountId: string;
  username: string;
  block?: boolean;
  /** Nothing restricts the account any more, and the button goes. */
  onGone: () => void;
}) {
  const { instagramAccountId, username, block = false, onGone } = props;
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
        // A live event may take the button away before the answer: `mutate` would then call nothing.
        retry.mutateAsync().then(
          ({ outcome }) => {
            showToast({ text: retryWords[outcome](username), error: outcome !== 'works' });
            if (outcome === 'works' || outcome === 'disconnected') onGone();
          },
          (error: unknown) =>
            showToast({
              text: failureText(
                error,
                'Não foi possível testar agora. Tente de novo em instantes.',
              ),
              error: true,
            }),
        )
      }
    >
      Já resolvi, testar
    </Button>
  );
}
