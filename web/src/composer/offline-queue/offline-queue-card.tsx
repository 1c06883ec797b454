import { useMutation } from '@tanstack/react-query';
import { CloudUpload, LogOut, Trash2 } from 'lucide-react';
import { useId, useRef, useSyncExternalStore, type RefObject } from 'react';
import { useSession } from '../../api/session.tsx';
import { InstagramAccountTag } from '../../instagram/instagram-account-tag.tsx';
import { useMinute } from '../../ui/page/use-minute.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { useDialogState } from '../../ui/use-dialog-state.ts';
import { captionLine } from '../../posts/caption-line.ts';
import { newKey } from '../new-key.ts';
import { ConfirmDialog } from '../../ui/page/confirm-dialog.tsx';
import { onSendingKeyChange, sendOfflinePosts, sendingKey } from './send-offline-posts.ts';
import { useOfflineSending } from './use-offline-sending.ts';
import { updateOfflinePost, deleteOfflinePost, saveOfflinePost } from './offline-post-store.ts';
import {
  asDraft,
  withRetryRequested,
  deleteOfflinePostText,
  getOfflinePostStatus,
  offlinePostText,
  type OfflinePost,
} from './offline-post.ts';

export interface OfflineQueueProps {
  userId: string;
  isLoggingOut: boolean;
  onCancelLogout: () => void;
  onConfirmLogout: () => void;
}

interface OfflineQueueCardProps extends OfflineQueueProps {
  posts: readonly OfflinePost[];
}

export function OfflineQueueCard(props: OfflineQueueCardProps) {
  const { userId, posts, isLoggingOut, onCancelLogout, onConfirmLogout } = props;
  const id = useId();
  const now = useMinute();
  const title = useRef<HTMLHeadingElement>(null);
  const deleteDialog = useDialogState<OfflinePost>();
  useOfflineSending(userId);
  return (
    <Card aria-labelledby={id} className="mb-4 lg:mb-6">
      <div className="flex items-center gap-2.5 px-4 pt-3.5 lg:px-5">
        <CloudUpload size={18} />
        <h2 ref={title} id={id} tabIndex={-1} className="text-sm font-semibold">
          Aguardando internet
        </h2>
        <span className="tnum rounded-full bg-sunken px-[9px] py-0.5 text-2xs font-bold">
          {posts.length}
        </span>
      </div>
      <ul aria-live="polite" className="grid divide-y divide-line px-4 pb-1 lg:px-5">
        {posts.map((post) => (
          <OfflineQueueItem
            key={post.key}
            post={post}
            now={now}
            onDelete={() => deleteDialog.show(post)}
          />
        ))}
      </ul>
      {deleteDialog.value === null ? null : (
        <DeleteOfflinePostDialog
          post={deleteDialog.value}
          open={deleteDialog.open}
          title={title}
          onClose={deleteDialog.close}
        />
      )}
      <ConfirmDialog
        open={isLoggingOut}
        onClose={onCancelLogout}
        title="Sair e apagar o que espera?"
        icon={<LogOut size={22} />}
        iconTone="bad"
        actionLabel="Sair e apagar"
        variant="danger-solid"
        cancelLabel="Ficar"
        focusAfter={() => null}
        onConfirm={onConfirmLogout}
      >
        O que aguarda internet está só neste aparelho e ainda não foi enviado. Ao sair da conta, o
        texto e os arquivos são apagados daqui.
      </ConfirmDialog>
    </Card>
  );
}

function OfflineQueueItem({
  post,
  now,
  onDelete,
}: {
  post: OfflinePost;
  now: Date;
  onDelete: () => void;
}) {
  const status = getOfflinePostStatus(post, now);
  const isBlocked = status !== 'waits';
  const workspace = useSession().user?.workspace;
  const isSending = useSendingKey() === post.key;
  const name = captionLine(post.fields['caption'] ?? '');
  const retry = () => {
    void updateOfflinePost(post, (stored) => withRetryRequested(stored, now)).then(() =>
      sendOfflinePosts(post.owner),
    );
  };
  const saveAsDraft = () => {
    void saveOfflinePost(asDraft(post, newKey(), now))
      .then(() => deleteOfflinePost(post))
      .then(() => sendOfflinePosts(post.owner));
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-[min(100%,260px)] flex-1">
        <b className="line-clamp-2 text-sm leading-[1.35] font-semibold wrap-anywhere">{name}</b>
        <p
          className={`tnum mt-0.5 text-sm text-pretty ${isBlocked ? 'text-bad-text' : 'text-ink-2'}`}
        >
          {isSending ? 'Enviando agora...' : offlinePostText(post, now)}
        </p>
        {/* The accounts of another workspace are unknown here. */}
        {post.workspace === workspace ? (
          <InstagramAccountTag
            account={post.fields['instagramAccountId'] ?? null}
            className="mt-0.5"
          />
        ) : null}
      </div>
      <div className="flex flex-wrap gap-2">
        {isBlocked && status !== 'late' ? (
          <Button variant="line" size="sm" onClick={retry}>
            Enviar de novo
          </Button>
        ) : null}
        {isBlocked && status !== 'unknown' && post.submitMode !== 'draft' ? (
          <Button variant="line" size="sm" onClick={saveAsDraft}>
            Salvar como rascunho
          </Button>
        ) : null}
        <Button
          variant="ghost"
          size="sm"
          className={cx(!isBlocked && 'max-lg:-ml-[13px]', 'max-lg:-my-1.5')}
          aria-haspopup="dialog"
          onClick={onDelete}
        >
          {isBlocked ? 'Apagar' : 'Cancelar envio'}
        </Button>
      </div>
    </li>
  );
}

const useSendingKey = () => useSyncExternalStore(onSendingKeyChange, sendingKey);

interface DeleteOfflinePostDialogProps {
  post: OfflinePost;
  open: boolean;
  title: RefObject<HTMLElement | null>;
  onClose: () => void;
}

function DeleteOfflinePostDialog({ post, open, title, onClose }: DeleteOfflinePostDialogProps) {
  const isSending = useSendingKey() === post.key;
  const doing = useMutation({
    mutationFn: (post: OfflinePost) => deleteOfflinePost(post),
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Apagar este post do aparelho?"
      icon={<Trash2 size={22} />}
      iconTone="bad"
      actionLabel="Apagar"
      variant="danger-solid"
      busyLabel="Apagando..."
      cancelLabel="Manter"
      mutation={doing}
      fallback="Não foi possível apagar o post. Tente de novo."
      focusAfter={() => (open ? null : title.current)}
      onConfirm={() => doing.mutate(post)}
    >
      {deleteOfflinePostText(post, isSending)}
    </ConfirmDialog>
  );
}
