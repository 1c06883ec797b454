import type { User } from '@pontual/contract/identity/auth.ts';
import { lazy, Suspense } from 'react';
import { announceCreated } from '../posts/announce.ts';
import type { OpenedPost as Opened } from '../calendar/use-opened-post.ts';

/** Larger than the rest of the page, and not needed to see it. */
const PostDetailDialog = lazy(async () => ({
  default: (await import('../posts/detail/post-detail-dialog.tsx')).PostDetailDialog,
}));

/** The details of the post that the address names, over the dashboard. */
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
            // A demonstration has said so itself.
            if (!post.demo) announceCreated(post);
          }}
          onClose={opened.close}
        />
      )}
    </Suspense>
  );
}
