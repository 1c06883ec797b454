import type { User } from '@pontual/contract/identity/auth.ts';
import { lazy, Suspense } from 'react';
import { announceCreated } from '../posts/announce.ts';
import type { OpenedPost as Opened } from '../calendar/use-opened-post.ts';

/** The dialog is larger than the rest of the page. */
const PostDetailDialog = lazy(async () => ({
  default: (await import('../posts/detail/post-detail-dialog.tsx')).PostDetailDialog,
}));

export function OpenedPostDialog({ user, opened }: { user: User; opened: Opened }) {
  return (
    <Suspense fallback={null}>
      {opened.lastId === null ? null : (
        <PostDetailDialog
          key={opened.lastId}
          id={opened.lastId}
          open={opened.id !== null}
          connected={user.instagramAccountId !== null}
          onScheduled={(post) => {
            // A demo post has already shown its result.
            if (!post.demo) announceCreated(post);
          }}
          onClose={opened.close}
        />
      )}
    </Suspense>
  );
}
