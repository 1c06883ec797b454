import type { Post } from '@pontual/contract/posts.ts';
import { lazy, Suspense, useRef, useState, type RefObject } from 'react';
import { useSession } from '../api/session.tsx';
import { useConnect } from '../instagram/use-connect.ts';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toast.tsx';
import { mendOf } from './mending.ts';
import { useForcePublish } from './posts.queries.ts';

/** Asked seldom. */
const dialogs = () => import('./publish-dialogs.tsx');
const PublishNowDialog = lazy(async () => ({ default: (await dialogs()).PublishNowDialog }));
const ConfirmAccountDialog = lazy(async () => ({
  default: (await dialogs()).ConfirmAccountDialog,
}));

interface MendProps {
  post: Post;
  /** Has the focus when the button is gone. */
  after: RefObject<HTMLElement | null>;
}

/** What mends a post, as a button; nothing where pressing something does not help. */
export function MendButton({ post, after }: MendProps) {
  const { user } = useSession();
  const account = user?.instagramUsername ?? null;
  switch (mendOf(post, account !== null)) {
    case 'connect':
      return <Connect />;
    case 'confirm_account':
      return account === null ? null : (
        <Asking post={post} after={after} text={`Publicar em @${account}`} account={account} />
      );
    case 'publish_now':
      return <Asking post={post} after={after} text="Publicar agora" />;
    case 'try_again':
      return <TryAgain post={post} after={after} />;
    case null:
      return null;
  }
}

function Connect() {
  const connect = useConnect({ onFailure: (text) => showToast({ text, error: true }) });
  return (
    <Button
      variant="line"
      size="sm"
      busy={connect.isPending}
      busyLabel="Abrindo o Instagram..."
      onClick={() => connect.mutate()}
    >
      Conectar conta
    </Button>
  );
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
  return (
    <>
      <Button {...look} aria-haspopup="dialog" onClick={() => setAsked({ once: true, open: true })}>
        {text}
      </Button>
      {asked.once ? (
        <Suspense fallback={null}>
          {account === undefined ? (
            <PublishNowDialog {...dialog} />
          ) : (
            <ConfirmAccountDialog {...dialog} account={account} />
          )}
        </Suspense>
      ) : null}
    </>
  );
}
