import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import {
  refreshOfflinePosts,
  onOfflinePostsChange,
  getOfflinePosts,
} from './offline-post-store.ts';
import type { OfflineQueueProps } from './offline-queue-card.tsx';

/** Loaded on demand: most users never see it. */
const OfflineQueueCard = lazy(async () => ({
  default: (await import('./offline-queue-card.tsx')).OfflineQueueCard,
}));

export function OfflineQueue(props: OfflineQueueProps) {
  const { userId } = props;
  const posts = useSyncExternalStore(onOfflinePostsChange, () => getOfflinePosts(userId));
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
