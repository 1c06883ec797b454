import { useQuery } from '@tanstack/react-query';
import { indexTopics, type TopicIndex } from './topic-search.ts';

/** A separate chunk: undefined while loading, null if that failed; the editor then works without topics. */
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
