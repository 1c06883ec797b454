import { browserErrors } from '@pontual/contract/shared/errors-browser.ts';
import { postPermissions } from '@pontual/contract/posts/post-rules.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { CalendarPlus, ExternalLink, Pencil } from 'lucide-react';
import { lazy, Suspense, useState, type RefObject } from 'react';
import { IfAllowed } from '../../api/permissions.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { MessageDialog, type Message } from '../../ui/message-dialog.tsx';
import { ConfirmActionButton } from '../change/recovery-action-button.tsx';
import { canPublishNow } from '../post-issue.rules.ts';
import type { useDeletePost } from '../posts-queries.ts';
import { DeletePost } from './delete-post.tsx';
import { useDialogState } from '../../ui/use-dialog-state.ts';

const ScheduleDraftDialog = lazy(async () => ({
  default: (await import('./schedule-draft-dialog.tsx')).ScheduleDraftDialog,
}));

interface PostActionsProps {
  post: Post;
  connected: boolean;
  isAwaitingApproval: boolean;
  remove: ReturnType<typeof useDeletePost>;
  heading: RefObject<HTMLHeadingElement | null>;
  editButton: RefObject<HTMLButtonElement | null>;
  onEdit: () => void;
  onScheduled: (post: Post) => void;
  onClose: () => void;
}

export function PostActions(props: PostActionsProps) {
  const {
    post,
    connected,
    isAwaitingApproval,
    remove,
    heading,
    editButton,
    onEdit,
    onScheduled,
    onClose,
  } = props;
  return (
    <>
      <IfAllowed permission="edit">
        <DeletePost post={post} remove={remove} onDeleted={onClose} />
      </IfAllowed>
      {/* On a phone the close button at the top has this function. */}
      <Button variant="ghost" className="max-lg:hidden!" onClick={onClose}>
        Fechar
      </Button>
      {post.status === 'published' && post.permalink !== null ? (
        <a
          href={post.permalink}
          target="_blank"
          rel="noopener"
          className={buttonClass({ variant: 'line' })}
        >
          <ExternalLink size={16} className="-ml-1" />
          Ver no Instagram
          <span className="sr-only">, em nova aba</span>
        </a>
      ) : null}
      <IfAllowed permission="edit">
        <EditButton post={post} editButton={editButton} onEdit={onEdit} />
        {canPublishNow(post, connected) && !isAwaitingApproval ? (
          <ConfirmActionButton
            post={post}
            focusTarget={heading}
            text="Publicar agora"
            appearance={{ variant: 'ipe', size: 'md' }}
          />
        ) : null}
        <ScheduleButton post={post} heading={heading} onScheduled={onScheduled} />
      </IfAllowed>
    </>
  );
}

function getEditLockMessage({ status }: Post): Message | null {
  if (postPermissions[status].edit) return null;
  return status === 'published'
    ? { title: 'Post publicado', text: browserErrors.POST_NOT_EDITABLE.message }
    : { title: 'Post em publicação', text: browserErrors.POST_IN_PROGRESS.message };
}

function EditButton({
  post,
  editButton,
  onEdit,
}: Pick<PostActionsProps, 'post' | 'editButton' | 'onEdit'>) {
  const [lockMessage, setLockMessage] = useState<Message | null>(null);
  return (
    <>
      <Button
        ref={editButton}
        variant="ink"
        icon={<Pencil size={16} />}
        className="max-lg:gap-1.5! max-lg:px-2.5!"
        onClick={() => {
          const message = getEditLockMessage(post);
          if (message === null) onEdit();
          else setLockMessage(message);
        }}
      >
        Editar post
      </Button>
      <MessageDialog tone="info" message={lockMessage} onClose={() => setLockMessage(null)} />
    </>
  );
}

function ScheduleButton(props: Pick<PostActionsProps, 'post' | 'heading' | 'onScheduled'>) {
  const { post, heading, onScheduled } = props;
  const dialogState = useDialogState();
  const close = dialogState.close;
  return (
    <>
      {post.status === 'draft' ? (
        <Button
          variant="ipe"
          icon={<CalendarPlus size={16} />}
          aria-haspopup="dialog"
          onClick={() => dialogState.show(true)}
        >
          Agendar
        </Button>
      ) : null}
      {dialogState.key === null ? null : (
        <Suspense key={dialogState.key} fallback={null}>
          <ScheduleDraftDialog
            post={post}
            open={dialogState.open}
            onClose={close}
            focusAfter={() => (post.status === 'draft' ? null : heading.current)}
            onScheduled={(scheduled) => {
              close();
              onScheduled(scheduled);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
