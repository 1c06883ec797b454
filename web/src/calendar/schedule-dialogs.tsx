import type { User } from '@pontual/contract/identity/auth.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { lazy, Suspense } from 'react';
import type { AccountSelection } from '../instagram/account-selection.ts';
import type { CreateDialog } from './use-create-dialog.ts';
import type { OpenedPost } from './use-opened-post.ts';

/** Half of this page's code, and not needed to see what is scheduled. */
const CreatePostDialog = lazy(async () => ({
  default: (await import('../composer/create-post-dialog.tsx')).CreatePostDialog,
}));
const PostDetailDialog = lazy(async () => ({
  default: (await import('../posts/detail/post-detail-dialog.tsx')).PostDetailDialog,
}));
const ScheduleDraftDialog = lazy(async () => ({
  default: (await import('../posts/detail/schedule-draft-dialog.tsx')).ScheduleDraftDialog,
}));

const ProfileDialog = lazy(async () => ({
  default: (await import('./profile/profile-dialog.tsx')).ProfileDialog,
}));

/** The draft that is being given its hour: each opening begins anew. */
export interface DraftDialogState {
  opening: number;
  open: boolean;
  post: Post;
}

interface ScheduleDialogsProps {
  user: User;
  /** The page is narrowed to it. */
  instagramAccount: AccountSelection | undefined;
  now: Date;
  opened: OpenedPost;
  create: CreateDialog;
  draft: DraftDialogState | null;
  onDraftClose: () => void;
  profile: { wasOpened: boolean; open: boolean };
  onProfileClose: () => void;
  /** A post has its hour. */
  onScheduled: (post: Post) => void;
  /** Its dialog is out of the way. */
  onLanded: (post: Post) => void;
}

/** What opens over the calendar. Nothing is loaded before it is opened once. */
export function ScheduleDialogs(props: ScheduleDialogsProps) {
  const { user, opened, create, draft, onDraftClose, onScheduled, onLanded } = props;
  const { profile, onProfileClose } = props;
  return (
    <>
      <Suspense fallback={null}>
        {opened.lastId === null ? null : (
          <PostDetailDialog
            key={opened.lastId}
            id={opened.lastId}
            open={opened.id !== null}
            connected={user.instagramAccountId !== null}
            onScheduled={(post) => {
              onScheduled(post);
              onLanded(post);
            }}
            onClose={opened.close}
          />
        )}
      </Suspense>
      <Suspense fallback={null}>
        {create.opening === 0 ? null : (
          <CreatePostDialog
            key={`${user._id} ${create.opening}`}
            open={create.open}
            when={create.when}
            isResuming={create.resumesDraft}
            user={user}
            onCreated={onScheduled}
            onFinished={onLanded}
            onClose={create.close}
          />
        )}
      </Suspense>
      <Suspense fallback={null}>
        {profile.wasOpened ? (
          <ProfileDialog
            user={user}
            instagramAccount={props.instagramAccount}
            now={props.now}
            open={profile.open}
            onClose={onProfileClose}
            onOpen={({ _id }) => {
              onProfileClose();
              opened.open(_id);
            }}
          />
        ) : null}
      </Suspense>
      <Suspense fallback={null}>
        {draft === null ? null : (
          <ScheduleDraftDialog
            key={draft.opening}
            open={draft.open}
            post={draft.post}
            onClose={onDraftClose}
            onScheduled={(post) => {
              onDraftClose();
              onScheduled(post);
              onLanded(post);
            }}
          />
        )}
      </Suspense>
    </>
  );
}
