import type { Post } from '@pontual/contract/posts.ts';
import { lazy, Suspense, useRef, useState, type RefObject } from 'react';
import { useMay } from '../api/may.tsx';
import { useSession } from '../api/session.tsx';
import { useAccountNames } from '../instagram/account-names.ts';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toast.tsx';
import { mendOf, type Mend } from './mending.ts';
import { useForcePublish } from './posts.queries.ts';

/** Asked seldom. */
const dialogs = () => import('./publish-dialogs.tsx');
const PublishNowDialog = lazy(async () => ({ default: (await dialogs()).PublishNowDialog }));
const PublishAnywayDialog = lazy(async () => ({ default: (await dialogs()).PublishAnywayDialog }));
const ConfirmAccountDialog = lazy(async () => ({
  default: (await dialogs()).ConfirmAccountDialog,
}));
const Connect = lazy(async () => ({
  default: (await import('../instagram/connect-button.tsx')).ConnectButton,
}));
const changes = () => import('./change/change-dialogs.tsx');
const ChangeMediaDialog = lazy(async () => ({ default: (await changes()).ChangeMediaDialog }));
const EditCaptionDialog = lazy(async () => ({ default: (await changes()).EditCaptionDialog }));

interface MendProps {
  post: Post;
  /** Has the focus when the button is gone. */
  after: RefObject<HTMLElement | null>;
}

/** What mends a post, as a button; nothing where pressing something does not help. */
export function MendButton({ post, after }: MendProps) {
  const { user } = useSession();
  const account = user?.instagramUsername ?? null;
  // A dialog in which somebody works stays, although the post goes on meanwhile.
  const [held, setHeld] = useState<Mend | null>(null);
  const mend = held ?? mendOf(post, account !== null);
  const may = useMay(mend === 'connect' ? 'own' : 'edit');
  const name = useAccountNames()(post);
  if (!may && held === null) return null;
  switch (mend) {
    case 'connect':
      return <ConnectButton label={name && `Reconectar ${name}`} />;
    case 'confirm_account':
      return account === null ? null : (
        <Asking post={post} after={after} text={`Publicar em @${account}`} account={account} />
      );
    case 'publish_now':
      return <Asking post={post} after={after} text="Publicar agora" />;
    case 'try_again':
      // Nobody knows whether such a post has gone out.
      return post.status === 'error' ? (
        <Asking post={post} after={after} text="Tentar de novo" />
      ) : (
        <TryAgain post={post} after={after} />
      );
    case 'change_media':
    case 'edit':
      return (
        <Changing
          post={post}
          after={after}
          what={mend}
          onHold={(holds) => setHeld(holds ? mend : null)}
        />
      );
    case null:
      return null;
  }
}

/** Leads to Instagram, where an account is connected. Few have none. */
export function ConnectButton(props: { label?: string | undefined }) {
  // The connection is the matter of whoever answers for the team.
  return useMay('own') ? (
    <Suspense fallback={null}>
      <Connect {...props} />
    </Suspense>
  ) : null;
}

function TryAgain({ post, after }: MendProps) {
  const publish = useForcePublish(() => after.current?.focus());
  return (
    <Button
      variant="line"
      size="sm"
      busy={publish.isPending}
      busyLabel="Tentando..."
      onClick={() =>
        publish.mutate(post, { onError: ({ message: text }) => showToast({ text, error: true }) })
      }
    >
      Tentar de novo
    </Button>
  );
}

/** A button that opens what changes the file or the caption. */
function Changing(
  props: MendProps & { what: 'change_media' | 'edit'; onHold: (holds: boolean) => void },
) {
  const { post, after, what, onHold } = props;
  // Each opening begins anew.
  const [asked, setAsked] = useState({ opening: 0, open: false });
  const done = useRef(false);
  const close = () => {
    setAsked((last) => ({ ...last, open: false }));
    onHold(false);
  };
  const open = () => {
    setAsked(({ opening }) => ({ opening: opening + 1, open: true }));
    onHold(true);
  };
  const dialog = {
    post,
    open: asked.open,
    onClose: close,
    onDone: () => {
      done.current = true;
      close();
    },
    focusAfter: () => (done.current ? after.current : null),
  };
  return (
    <>
      <Button variant="line" size="sm" aria-haspopup="dialog" onClick={open}>
        {what === 'edit' ? 'Editar legenda' : 'Trocar arquivo'}
      </Button>
      {asked.opening === 0 ? null : (
        <Suspense key={asked.opening} fallback={null}>
          {what === 'edit' ? <EditCaptionDialog {...dialog} /> : <ChangeMediaDialog {...dialog} />}
        </Suspense>
      )}
    </>
  );
}

/** A button whose press is asked about: on which account, or really now. */
export function Asking(
  props: MendProps & {
    text: string;
    /** The account that is to be confirmed; without one, whether to publish now. */
    account?: string;
    look?: { variant: 'ipe' | 'line'; size: 'sm' | 'md' };
  },
) {
  const { post, after, text, account, look = { variant: 'line', size: 'sm' } } = props;
  const [asked, setAsked] = useState({ once: false, open: false });
  const done = useRef(false);
  const close = () => setAsked({ once: true, open: false });
  const dialog = {
    post,
    open: asked.open,
    onClose: close,
    onDone: () => {
      done.current = true;
      close();
    },
    focusAfter: () => (done.current ? after.current : null),
  };
  const publishing =
    post.status === 'error' ? (
      <PublishAnywayDialog {...dialog} />
    ) : (
      <PublishNowDialog {...dialog} />
    );
  return (
    <>
      <Button {...look} aria-haspopup="dialog" onClick={() => setAsked({ once: true, open: true })}>
        {text}
      </Button>
      {asked.once ? (
        <Suspense fallback={null}>
          {account === undefined ? (
            publishing
          ) : (
            <ConfirmAccountDialog {...dialog} account={account} />
          )}
        </Suspense>
      ) : null}
    </>
  );
}
