import { postStatusNames } from '@pontual/contract/posts/post-rules.ts';
import type { Approval, Post } from '@pontual/contract/posts/posts.ts';
import { X } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { hasFailed } from '../../api/has-failed.ts';
import { focusPage } from '../../ui/page/focus-page.ts';
import { QueryState } from '../../ui/page/query-state.tsx';
import { useMinute } from '../../ui/page/use-minute.ts';
import { cx } from '../../ui/cx.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useFocusAfterRender } from '../../ui/use-focus-after-render.ts';
import type { Editor } from '../edit/edit-post.tsx';
import { getPostIssue } from '../post-issue.rules.ts';
import { useDeletePost, usePost } from '../posts-queries.ts';
import {
  isPostMissing,
  MissingPost,
  postFailure,
  PostSkeleton,
} from '../../account/members/missing-post.tsx';
import { PostActions } from './post-actions.tsx';
import { PostView } from './post-view.tsx';

/** The editor is large and rare, so it is loaded on demand. */
const EditPost = lazy(async () => ({ default: (await import('../edit/edit-post.tsx')).EditPost }));

interface PostDetailDialogProps {
  id: string;
  open: boolean;
  connected: boolean;
  onScheduled: (post: Post) => void;
  onClose: () => void;
}

/** It has the focus only until the post has loaded. */
const dialogClass = 'outline-none! shadow-dialog! flex max-h-[94dvh] flex-col bg-surface';
const wideDialogClass =
  'lg:grid lg:h-[min(660px,calc(100dvh-64px))] lg:max-w-[980px] lg:grid-cols-[400px_minmax(0,1fr)] lg:grid-rows-[minmax(0,1fr)_auto]';

export function PostDetailDialog(props: PostDetailDialogProps) {
  const { id, open, connected, onScheduled, onClose } = props;
  const remove = useDeletePost(id);
  // A post that is being deleted is not fetched.
  const isFetchable = !remove.isPending && !remove.isSuccess;
  const query = usePost(id, open && isFetchable);
  const heading = useRef<HTMLHeadingElement>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  const editor = useRef<Editor>(null);
  const [editing, setEditing] = useState(false);
  // The post may have been deleted elsewhere; an open edit stays.
  const data = isPostMissing(query.error) && !editing ? undefined : query.data;
  const shown = { ...query, data };
  const [wasOpen, setWasOpen] = useState(open);
  if (wasOpen !== open) {
    setWasOpen(open);
    if (open) setEditing(false);
  }
  const focusHeading = useFocusAfterRender(() => heading.current?.focus());
  const focusAfterEditing = useFocusAfterRender(() => editButton.current?.focus());
  const endEditing = () => {
    setEditing(false);
    focusAfterEditing();
  };
  // The row of the post may have moved to another day. A message over the details returns the focus into
  // them, so the focus is lost only after they have closed.
  const focusAfterClosing = useFocusAfterRender(() => {
    if (document.activeElement === document.body) focusPage();
  });
  const afterDeletion = () => (remove.isSuccess ? document.getElementById('conteudo') : null);
  return (
    <Dialog
      open={open}
      onOpenChange={() => (editor.current === null ? onClose() : editor.current.leave())}
      title="Detalhes do post"
      initialFocus={heading}
      finalFocus={afterDeletion}
      onClosed={focusAfterClosing}
      bare
      className={cx(
        dialogClass,
        data === undefined && hasFailed(shown) ? 'lg:max-w-[440px]' : wideDialogClass,
      )}
    >
      {data === undefined ? (
        <div className="relative grid min-h-0 flex-1 content-center-safe overflow-y-auto p-5 lg:col-span-2 lg:row-span-2">
          <CloseButton onClose={onClose} className="absolute top-3 right-3" />
          <QueryState
            query={shown}
            failed={postFailure}
            loading={<PostSkeleton />}
            renderRefused={(error) =>
              isPostMissing(error) ? (
                <MissingPost
                  id={query.data === undefined ? id : null}
                  error={error}
                  onClose={onClose}
                />
              ) : undefined
            }
            focusAfter={focusHeading}
          />
        </div>
      ) : (
        <>
          <StatusAnnouncement post={data.post} connected={connected} />
          {editing ? (
            <Suspense
              fallback={
                <div className="p-5 lg:col-span-2 lg:row-span-2">
                  <PostSkeleton />
                </div>
              }
            >
              <EditPost
                ref={editor}
                post={data.post}
                connected={connected}
                onEnd={endEditing}
                onSaved={() => {
                  setEditing(false);
                  onClose();
                }}
              />
            </Suspense>
          ) : (
            <PostView
              post={data.post}
              history={data.history}
              firstComment={data.firstComment}
              approval={data.approval}
              connected={connected}
              heading={heading}
              close={<CloseButton onClose={onClose} className="-mr-3 ml-auto" />}
              footer={
                <PostActions
                  post={data.post}
                  connected={connected}
                  isAwaitingApproval={isAwaitingApproval(data.approval)}
                  remove={remove}
                  heading={heading}
                  editButton={editButton}
                  onEdit={() => setEditing(true)}
                  onScheduled={onScheduled}
                  onClose={onClose}
                />
              }
            />
          )}
        </>
      )}
    </Dialog>
  );
}

const isAwaitingApproval = (approval: Approval | null) =>
  approval !== null && approval.state !== 'approved';

function StatusAnnouncement({ post, connected }: { post: Post; connected: boolean }) {
  const issue = getPostIssue(post, connected, useMinute());
  const parts = [`Status: ${postStatusNames[post.status]}`, issue?.text, issue?.forecast];
  return (
    <output className="sr-only">
      {parts.filter((each) => each !== undefined && each !== null).join('. ')}
    </output>
  );
}

function CloseButton({ onClose, className }: { onClose: () => void; className?: string }) {
  return (
    <IconButton
      label="Fechar detalhes"
      icon={<X size={20} />}
      className={className}
      onClick={onClose}
    />
  );
}
