import type { User } from '@pontual/contract/identity/auth.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { lazy, Suspense } from 'react';
import type { AccountSelection } from '../instagram/account-selection.ts';
import type { DialogState } from '../ui/use-dialog-state.ts';
import type { CreateDialog } from './use-create-dialog.ts';
import type { OpenedPost } from './use-opened-post.ts';

/** The dialog is half of the code of this page, and the calendar does not need it. */
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

interface ScheduleDialogsProps {
  user: User;
  instagramAccount: AccountSelection | undefined;
  now: Date;
  opened: OpenedPost;
  create: CreateDialog;
  draft: DialogState<Post>;
  profile: DialogState<true>;
  onScheduled: (post: Post) => void;
  onLanded: (post: Post) => void;
}

export function ScheduleDialogs(props: ScheduleDialogsProps) {
  const { user, opened, create, draft, profile, onScheduled, onLanded } = props;
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
        {profile.key === null ? null : (
          <ProfileDialog
            user={user}
            instagramAccount={props.instagramAccount}
            now={props.now}
            open={profile.open}
            onClose={profile.close}
            onOpen={({ _id }) => {
              profile.close();
              opened.open(_id);
            }}
          />
        )}
      </Suspense>
      <Suspense fallback={null}>
        {draft.value === null ? null : (
          <ScheduleDraftDialog
            key={draft.key}
            open={draft.open}
            post={draft.value}
            onClose={draft.close}
            onScheduled={(post) => {
              draft.close();
              onScheduled(post);
              onLanded(post);
            }}
          />
        )}
      </Suspense>
    </>
  );
}
