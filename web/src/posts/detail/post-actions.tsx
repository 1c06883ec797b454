import { browserErrors } from '@pontual/contract/errors.browser.ts';
import { postCan } from '@pontual/contract/post-rules.ts';
import type { Post } from '@pontual/contract/posts.ts';
import { CalendarPlus, ExternalLink, Pencil } from 'lucide-react';
import { lazy, Suspense, useState, type RefObject } from 'react';
import { Only } from '../../api/may.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { MessageDialog, type Message } from '../../ui/message-dialog.tsx';
import { Asking } from '../mend-button.tsx';
import { mayPublishNow } from '../mending.ts';
import type { useDeletePost } from '../posts.queries.ts';
import { DeletePost } from './delete-post.tsx';

const ScheduleDraftDialog = lazy(async () => ({
  default: (await import('../schedule/schedule-draft-dialog.tsx')).ScheduleDraftDialog,
}));

interface PostActionsProps {
  post: Post;
  connected: boolean;
  /** Nobody has approved it who has to. */
  awaited: boolean;
  remove: ReturnType<typeof useDeletePost>;
  /** Has the focus when a button is gone. */
  heading: RefObject<HTMLHeadingElement | null>;
  /** The button that begins to edit. */
  edit: RefObject<HTMLButtonElement | null>;
  onEdit: () => void;
  onScheduled: (post: Post) => void;
  onClose: () => void;
}

/** What can be done with a post. */
export function PostActions(props: PostActionsProps) {
  const { post, connected, awaited, remove, heading, edit, onEdit, onScheduled, onClose } = props;
  return (
    <>
      <Only need="edit">
        <DeletePost post={post} remove={remove} onDeleted={onClose} />
      </Only>
      {/* On a phone the cross above does it. */}
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
      <Only need="edit">
        <EditButton post={post} edit={edit} onEdit={onEdit} />
        {mayPublishNow(post, connected) && !awaited ? (
          <Asking
            post={post}
            after={heading}
            text="Publicar agora"
            look={{ variant: 'ipe', size: 'md' }}
          />
        ) : null}
        <ScheduleButton post={post} heading={heading} onScheduled={onScheduled} />
      </Only>
    </>
  );
}

/** Why a post that cannot be edited cannot be; of those that can, nothing. */
function lockedOf({ status }: Post): Message | null {
  if (postCan[status].edit) return null;
  return status === 'published'
    ? { title: 'Post publicado', text: browserErrors.POST_NOT_EDITABLE.message }
    : { title: 'Post em publicação', text: browserErrors.POST_IN_PROGRESS.message };
}

function EditButton({ post, edit, onEdit }: Pick<PostActionsProps, 'post' | 'edit' | 'onEdit'>) {
  const [told, setTold] = useState<Message | null>(null);
  return (
    <>
      <Button
        ref={edit}
        variant="ink"
        icon={<Pencil size={16} />}
        className="max-lg:gap-1.5! max-lg:px-2.5!"
        onClick={() => {
          const locked = lockedOf(post);
          if (locked === null) onEdit();
          else setTold(locked);
        }}
      >
        Editar post
      </Button>
      <MessageDialog tone="info" message={told} onClose={() => setTold(null)} />
    </>
  );
}

/** A dialog in which somebody works stays, although the draft is none any more. */
function ScheduleButton(props: Pick<PostActionsProps, 'post' | 'heading' | 'onScheduled'>) {
  const { post, heading, onScheduled } = props;
  // Each opening begins anew.
  const [asked, setAsked] = useState({ opening: 0, open: false });
  const close = () => setAsked((last) => ({ ...last, open: false }));
  return (
    <>
      {post.status === 'draft' ? (
        <Button
          variant="ipe"
          icon={<CalendarPlus size={16} />}
          aria-haspopup="dialog"
          onClick={() => setAsked(({ opening }) => ({ opening: opening + 1, open: true }))}
        >
          Agendar
        </Button>
      ) : null}
      {asked.opening === 0 ? null : (
        <Suspense key={asked.opening} fallback={null}>
          <ScheduleDraftDialog
            post={post}
            open={asked.open}
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
