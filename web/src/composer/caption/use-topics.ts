import { useQuery } from '@tanstack/react-query';
import { indexTopics, type TopicIndex } from './topic-search.ts';

/**
 * The topics, which come after the editor in a chunk of their own. Undefined until they are there;
 * null if they cannot be had, and then one writes without them.
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
