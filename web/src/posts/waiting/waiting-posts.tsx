import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { lookForWaiting, onWaiting, waitingOf } from './waiting-store.ts';

/** Most people never see it. */
const WaitingCard = lazy(async () => ({
  default: (await import('./waiting-card.tsx')).WaitingCard,
}));

export interface WaitingPostsProps {
  userId: string;
  /** The user is about to log out, which deletes what waits. */
  leaving: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/** What was made without a line and waits to be sent, wherever its user is. Nothing where nothing does. */
export function WaitingPosts(props: WaitingPostsProps) {
  const { userId } = props;
  const posts = useSyncExternalStore(onWaiting, () => waitingOf(userId));
  // The browser's storage answers in its own time.
  useEffect(() => {
    lookForWaiting(userId).catch(() => undefined);
  }, [userId]);
  if (posts.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <WaitingCard {...props} posts={posts} />
    </Suspense>
  );
}
