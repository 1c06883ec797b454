import { POSTS } from '../api/query-keys.ts';
import { startOfDay } from '@pontual/contract/shared/brasilia-time.ts';
import { listPosts, postStats, type getPost, type Post } from '@pontual/contract/posts/posts.ts';
import type { CallOf, DataOf } from '@pontual/contract/shared/endpoint.ts';
import {
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { readNow } from './now.ts';
import type { PostFilter } from './post-filter.ts';
import { gridSpan, type DayKey, type MonthKey } from '../ui/dates/month-grid.ts';

const IDLE_REFETCH_MS = 30_000;
const DUE_REFETCH_MS = 2_000;
/** In ms around the due time: the state changes then, so the post is polled often. */
const DUE_WINDOW_START_MS = -5_000;
const DUE_WINDOW_END_MS = 60_000;
const MAX_PER_PAGE = 1000;
/** The number of rows that render without a noticeable delay and fill more than a screen. */
const TIMELINE_PAGE = 40;
const PROFILE_PAGE = 60;

/** In ms, in case live events are disconnected. */
export function refetchIntervalFor(posts: readonly Post[] = []): number {
  const now = readNow().getTime();
  const waits = posts
    .filter(({ status }) => status === 'scheduled' || status === 'pending')
    .map(({ scheduledTime }) => Date.parse(scheduledTime ?? '') - now)
    .filter((due) => due > -DUE_WINDOW_END_MS)
    .map((due) => Math.max(due + DUE_WINDOW_START_MS, DUE_REFETCH_MS));
  return Math.min(IDLE_REFETCH_MS, ...waits);
}

interface PostListQuery {
  from?: Date;
  to?: Date;
  status?: Post['status'];
  instagramAccountId?: string | undefined;
}

export async function fetchAllPosts(input: PostListQuery, signal: AbortSignal): Promise<Post[]> {
  const query = {
    from: input.from?.toISOString(),
    to: input.to?.toISOString(),
    status: input.status,
    account: input.instagramAccountId,
    limit: MAX_PER_PAGE,
  };
  // A post that moves to another page between two responses is on both.
  const posts = new Map<string, Post>();
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const answer = await call(listPosts, { query: { ...query, page }, signal });
    for (const post of answer.posts) posts.set(post._id, post);
    pages = answer.pagination.pages;
  }
  return [...posts.values()];
}

const monthQuery = (month: MonthKey) =>
  queryOptions({
    queryKey: [...POSTS, 'month', month],
    queryFn: ({ signal }) => fetchAllPosts(gridSpan(month), signal),
  });

export function useMonthPosts(month: MonthKey, enabled = true) {
  return useQuery({
    ...monthQuery(month),
    enabled,
    placeholderData: keepPreviousData,
    refetchInterval: (query) => refetchIntervalFor(query.state.data),
  });
}

/** Includes drafts with a due time. */
export function useDayPosts(day: DayKey) {
  return useQuery({
    queryKey: [...POSTS, 'day', day],
    queryFn: ({ signal }) =>
      fetchAllPosts({ from: startOfDay(day), to: startOfDay(day, 1) }, signal),
    refetchInterval: (query) => refetchIntervalFor(query.state.data),
  });
}

export function usePrefetchMonth(): (month: MonthKey) => void {
  const queries = useQueryClient();
  return (month) =>
    void queries.prefetchQuery({ ...monthQuery(month), staleTime: IDLE_REFETCH_MS });
}

type Page = DataOf<typeof listPosts>;
type ListPostsQuery = Omit<NonNullable<CallOf<typeof listPosts>['query']>, 'page'>;

export interface LoadedPosts {
  posts: Post[];
  total: number;
}

function mergePages({ pages }: InfiniteData<Page, number>): LoadedPosts {
  const byId = new Map(pages.flatMap(({ posts }) => posts).map((post) => [post._id, post]));
  return { posts: [...byId.values()], total: pages.at(-1)?.pagination.total ?? 0 };
}

function usePagedPosts(key: readonly unknown[], listQuery: ListPostsQuery, enabled = true) {
  return useInfiniteQuery({
    enabled,
    queryKey: [...POSTS, ...key],
    queryFn: ({ pageParam: page, signal }) =>
      call(listPosts, { query: { ...listQuery, page }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, pages } }) => (page < pages ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      refetchIntervalFor(state.data?.pages.flatMap(({ posts }) => posts)),
    select: mergePages,
  });
}

/** A filter without effect is not sent (specification, section 7). */
const toListQuery = ({ status, mediaType, instagramAccount }: PostFilter): ListPostsQuery => ({
  account: instagramAccount?.id,
  ...(status === 'awaiting'
    ? { awaiting: 'true' }
    : { status: status === 'ALL' ? undefined : status }),
  mediaType: mediaType === 'ALL' ? undefined : mediaType,
});

export function useUpcomingPosts(from: DayKey, filter: PostFilter) {
  const listQuery = {
    ...toListQuery(filter),
    from: startOfDay(from).toISOString(),
    limit: TIMELINE_PAGE,
  };
  return usePagedPosts(['upcoming', from, filter], listQuery);
}

/** The nearest first. Also returns the total number when `enabled` is false. */
export function useEarlierPosts(before: DayKey, filter: PostFilter, enabled: boolean) {
  const listQuery = {
    ...toListQuery(filter),
    to: startOfDay(before).toISOString(),
    order: 'desc',
  } as const;
  const count = useQuery({
    queryKey: [...POSTS, 'earlier-count', before, filter],
    queryFn: async ({ signal }) => {
      const { pagination } = await call(listPosts, { query: { ...listQuery, limit: 1 }, signal });
      return pagination.total;
    },
    placeholderData: keepPreviousData,
    refetchInterval: IDLE_REFETCH_MS,
  });
  const list = usePagedPosts(
    ['earlier', before, filter],
    { ...listQuery, limit: TIMELINE_PAGE },
    enabled,
  );
  return { ...list, count: count.data ?? 0 };
}

export function useDrafts() {
  return useQuery({
    queryKey: [...POSTS, 'drafts'],
    queryFn: ({ signal }) => fetchAllPosts({ status: 'draft' }, signal),
    refetchInterval: IDLE_REFETCH_MS,
  });
}

/** Without an account it queries the only one. The latest due time comes first. */
export function useProfilePosts(instagramAccountId: string | undefined, enabled: boolean) {
  return usePagedPosts(
    ['profile', instagramAccountId],
    { account: instagramAccountId, order: 'desc', limit: PROFILE_PAGE },
    enabled,
  );
}

/** Fetches every list of posts again. */
export function useRetryPosts(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: POSTS });
}

export type PostStats = DataOf<typeof postStats>;

export function usePostStats() {
  return useQuery({
    queryKey: [...POSTS, 'stats'],
    queryFn: ({ signal }) => call(postStats, { query: {}, signal }),
    refetchInterval: IDLE_REFETCH_MS,
  });
}

const fullLists = ['month', 'day', 'drafts'] as const;
const pagedLists = ['upcoming', 'earlier', 'profile'] as const;

export function findCachedPost(queries: QueryClient, id: string): Post | undefined {
  const lists = fullLists.flatMap((list) =>
    queries.getQueriesData<Post[]>({ queryKey: [...POSTS, list] }),
  );
  const pages = pagedLists.flatMap((list) =>
    queries.getQueriesData<InfiniteData<Page, number>>({ queryKey: [...POSTS, list] }),
  );
  const cachedPosts = [
    ...lists.flatMap(([, posts]) => posts ?? []),
    ...pages.flatMap(([, data]) => data?.pages.flatMap(({ posts }) => posts) ?? []),
  ];
  return cachedPosts.find(({ _id }) => _id === id);
}

export function cachePost(queries: QueryClient, post: Post): void {
  const replacePost = (posts: readonly Post[]) =>
    posts.map((each) => (each._id === post._id ? post : each));
  for (const list of fullLists) {
    queries.setQueriesData<Post[]>(
      { queryKey: [...POSTS, list] },
      (posts) => posts && replacePost(posts),
    );
  }
  for (const [key, posts] of queries.getQueriesData<Post[]>({ queryKey: [...POSTS, 'month'] })) {
    if (posts === undefined || !isInMonth(post, String(key[2]))) continue;
    if (!posts.some(({ _id }) => _id === post._id)) queries.setQueryData(key, [...posts, post]);
  }
  for (const list of pagedLists) {
    queries.setQueriesData<InfiniteData<Page, number>>({ queryKey: [...POSTS, list] }, (data) =>
      data === undefined
        ? undefined
        : {
            ...data,
            pages: data.pages.map((page) => ({ ...page, posts: replacePost(page.posts) })),
          },
    );
  }
  queries.setQueryData<DataOf<typeof getPost>>([...POSTS, 'one', post._id], (one) =>
    one === undefined ? undefined : { ...one, post },
  );
}

function isInMonth({ scheduledTime }: Post, month: MonthKey): boolean {
  if (scheduledTime === null) return false;
  const { from, to } = gridSpan(month);
  const at = new Date(scheduledTime);
  return from <= at && at < to;
}
