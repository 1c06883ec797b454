import { useQuery } from '@tanstack/react-query';
import { indexTopics, type TopicIndex } from './topic-search.ts';

/**
 * Returns the topics, which are loaded after the editor in their own chunk: undefined while loading, null if
 * loading failed; the editor then works without them.
 */
export function useTopicIndex(): TopicIndex | null | undefined {
  const { data, isError } = useQuery({
    queryKey: ['hashtag-topics'],
    queryFn: async () =>
      indexTopics((await import('../../library/hashtags/topics/topics.ts')).topics),
    staleTime: Infinity,
    gcTime: Infinity,
  });
  return isError ? null : data;
}
