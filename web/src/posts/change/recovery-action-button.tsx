import type { Post } from '@pontual/contract/posts/posts.ts';
import { lazy, Suspense, useRef, useState, type RefObject } from 'react';
import { useCan } from '../../api/permissions.tsx';
import { useSession } from '../../api/session.tsx';
import { useInstagramAccountNames } from '../../instagram/instagram-account-names.ts';
import { Button } from '../../ui/button.tsx';
import { failureToast } from '../../ui/page/failure-toast.ts';
import { useDialogState } from '../../ui/use-dialog-state.ts';
import { getRecoveryAction, type RecoveryAction } from '../post-issue.rules.ts';
import { useForcePublish } from '../posts-queries.ts';

const dialogs = () => import('../publish-dialogs.tsx');
const PublishNowDialog = lazy(async () => ({ default: (await dialogs()).PublishNowDialog }));
const PublishAnywayDialog = lazy(async () => ({ default: (await dialogs()).PublishAnywayDialog }));
const ConfirmAccountDialog = lazy(async () => ({
  default: (await dialogs()).ConfirmInstagramAccountDialog,
}));
const Connect = lazy(async () => ({
  default: (await import('../../instagram/connect-button.tsx')).ConnectButton,
}));
const changes = () => import('./change-post-dialogs.tsx');
const ChangeMediaDialog = lazy(async () => ({ default: (await changes()).ChangeMediaDialog }));
const EditCaptionDialog = lazy(async () => ({ default: (await changes()).EditCaptionDialog }));

interface RecoveryActionProps {
  post: Post;
  focusTarget: RefObject<HTMLElement | null>;
}

export function RecoveryActionButton({ post, focusTarget }: RecoveryActionProps) {
  const { user } = useSession();
  const username = user?.instagramUsername ?? null;
  const [openAction, setOpenAction] = useState<RecoveryAction | null>(null);
  const action = openAction ?? getRecoveryAction(post, username !== null);
  const isAllowed = useCan(action === 'connect' ? 'own' : 'edit');
  const accountName = useInstagramAccountNames()(post);
  if (!isAllowed && openAction === null) return null;
  switch (action) {
    case 'connect':
      return (
        <LazyConnectButton
          label={accountName && `Reconectar ${accountName}`}
          account={post.instagramAccountId}
        />
      );
    case 'confirm_account':
      return username === null ? null : (
        <ConfirmActionButton
          post={post}
          focusTarget={focusTarget}
          text={`Publicar em @${username}`}
          username={username}
        />
      );
    case 'publish_now':
      return <ConfirmActionButton post={post} focusTarget={focusTarget} text="Publicar agora" />;
    case 'try_again':
      // The outcome of such a post is unknown, so the retry needs a confirmation.
      return post.status === 'error' ? (
        <ConfirmActionButton post={post} focusTarget={focusTarget} text="Tentar de novo" />
      ) : (
        <TryAgain post={post} focusTarget={focusTarget} />
      );
    case 'change_media':
    case 'edit':
      return (
        <ChangeButton
          post={post}
          focusTarget={focusTarget}
          action={action}
          onOpenChange={(holds) => setOpenAction(holds ? action : null)}
        />
      );
    case null:
      return null;
  }
}

/** Few users have no account, so it is loaded on demand. */
export function LazyConnectButton(props: { label?: string | undefined; account?: string | null }) {
  return useCan('own') ? (
    <Suspense fallback={null}>
      <Connect {...props} />
    </Suspense>
  ) : null;
}

function TryAgain({ post, focusTarget }: RecoveryActionProps) {
  const publish = useForcePublish(() => focusTarget.current?.focus());
  return (
    <Button
      variant="line"
      size="sm"
      busy={publish.isPending}
      busyLabel="Tentando..."
      onClick={() =>
        publish.mutate(post, {
          onError: failureToast(
            'Não foi possível tentar de novo agora. Tente de novo em instantes.',
          ),
        })
      }
    >
      Tentar de novo
    </Button>
  );
}

function ChangeButton(
  props: RecoveryActionProps & {
    action: 'change_media' | 'edit';
    onOpenChange: (isOpen: boolean) => void;
  },
) {
  const { post, focusTarget, action, onOpenChange } = props;
  const dialogState = useDialogState();
  const done = useRef(false);
  const close = () => {
    dialogState.close();
    onOpenChange(false);
  };
  const open = () => {
    dialogState.show(true);
    onOpenChange(true);
  };
  const dialog = {
    post,
    open: dialogState.open,
    onClose: close,
    onDone: () => {
      done.current = true;
      close();
    },
    focusAfter: () => (done.current ? focusTarget.current : null),
  };
  return (
    <>
      <Button variant="line" size="sm" aria-haspopup="dialog" onClick={open}>
        {action === 'edit' ? 'Editar legenda' : 'Trocar arquivo'}
      </Button>
      {dialogState.key === null ? null : (
        <Suspense key={dialogState.key} fallback={null}>
          {action === 'edit' ? (
            <EditCaptionDialog {...dialog} />
          ) : (
            <ChangeMediaDialog {...dialog} />
          )}
        </Suspense>
      )}
    </>
  );
}

export function ConfirmActionButton(
  props: RecoveryActionProps & {
    text: string;
    /** The account to confirm; without it, the dialog asks whether to publish now. */
    username?: string;
    appearance?: { variant: 'ipe' | 'line'; size: 'sm' | 'md' };
  },
) {
  const { post, focusTarget, text, username, appearance = { variant: 'line', size: 'sm' } } = props;
  const dialogState = useDialogState();
  const done = useRef(false);
  const dialog = {
    post,
    open: dialogState.open,
    onClose: dialogState.close,
    onDone: () => {
      done.current = true;
      dialogState.close();
    },
    focusAfter: () => (done.current ? focusTarget.current : null),
  };
  const publishing =
    post.status === 'error' ? (
      <PublishAnywayDialog {...dialog} />
    ) : (
      <PublishNowDialog {...dialog} />
    );
  return (
    <>
      <Button {...appearance} aria-haspopup="dialog" onClick={() => dialogState.show(true)}>
        {text}
      </Button>
      {dialogState.key === null ? null : (
        <Suspense fallback={null}>
          {username === undefined ? (
            publishing
          ) : (
            <ConfirmAccountDialog {...dialog} username={username} />
          )}
        </Suspense>
      )}
    </>
  );
}
