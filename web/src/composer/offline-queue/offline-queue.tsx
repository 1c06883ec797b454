import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import {
  refreshOfflinePosts,
  onOfflinePostsChange,
  getOfflinePosts,
} from './offline-post-store.ts';
import type { OfflineQueueProps } from './offline-queue-card.tsx';

/** Most people never see it. */
const OfflineQueueCard = lazy(async () => ({
  default: (await import('./offline-queue-card.tsx')).OfflineQueueCard,
}));

/** What was made without a line and waits to be sent, wherever its user is. Nothing where nothing does. */
export function OfflineQueue(props: OfflineQueueProps) {
  const { userId } = props;
  const posts = useSyncExternalStore(onOfflinePostsChange, () => getOfflinePosts(userId));
  // The browser's storage answers in its own time.
  useEffect(() => {
    refreshOfflinePosts(userId).catch(() => undefined);
  }, [userId]);
  if (posts.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <OfflineQueueCard {...props} posts={posts} />
    </Suspense>
  );
}
