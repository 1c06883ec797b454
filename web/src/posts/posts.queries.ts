import { startOfDay } from '@pontual/contract/brasilia-time.ts';
import type { Fit } from '@pontual/contract/media-fit.ts';
import { mediaTypeOptions } from '@pontual/contract/post-rules.ts';
import {
  confirmAccount,
  forcePublish,
  saveDraft,
  schedulePost,
  updatePost,
} from '@pontual/contract/post-changes.ts';
import {
  getPost,
  listMediaTypes,
  listPosts,
  postStats,
  type Post,
} from '@pontual/contract/posts.ts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, upload, type UploadOptions } from '../api/client.ts';
import { fitField } from './create/fit-rules.ts';
import { readNow } from './now.ts';
import { gridSpan, type DayKey, type MonthKey } from './schedule/month-grid.ts';

/** Everything under it is fetched again when a live event tells of a change (api/live.ts). */
const POSTS = ['posts'] as const;

const CALM_MS = 30_000;
const MOVING_MS = 2_000;
/** A post that is due changes now, and is asked for often, for as long as that is likely. */
const MOVES_FROM_MS = -5_000;
const MOVES_UNTIL_MS = 60_000;
const MOST_PER_PAGE = 1000;

/** How soon to ask again, for the case that the live events are cut. */
function pace(posts: readonly Post[] = []): number {
  const now = readNow().getTime();
  const waits = posts
    .filter(({ status }) => status === 'scheduled' || status === 'pending')
    .map(({ scheduledTime }) => Date.parse(scheduledTime ?? '') - now)
    .filter((due) => due > -MOVES_UNTIL_MS)
    .map((due) => Math.max(due + MOVES_FROM_MS, MOVING_MS));
  return Math.min(CALM_MS, ...waits);
}

interface Sought {
  from?: Date;
  to?: Date;
  status?: Post['status'];
}

async function fetchAll(sought: Sought, signal: AbortSignal): Promise<Post[]> {
  const query = {
    from: sought.from?.toISOString(),
    to: sought.to?.toISOString(),
    status: sought.status,
    limit: MOST_PER_PAGE,
  };
  const posts: Post[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const answer = await call(listPosts, { query: { ...query, page }, signal });
    posts.push(...answer.posts);
    pages = answer.pagination.pages;
  }
  return posts;
}

/** The posts of the 42 days drawn for a month. */
export function useMonthPosts(month: MonthKey, enabled = true) {
  return useQuery({
    enabled,
    queryKey: [...POSTS, 'month', month],
    queryFn: ({ signal }) => fetchAll(gridSpan(month), signal),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => pace(query.state.data),
  });
}

/** All posts from a day on. */
export function useTimelinePosts(from: DayKey) {
  return useQuery({
    queryKey: [...POSTS, 'timeline', from],
    queryFn: ({ signal }) => fetchAll({ from: startOfDay(from) }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => pace(query.state.data),
  });
}

/** One post with its history; what the timeline knows of it until the answer is there. */
export function usePost(id: string, enabled: boolean) {
  const queries = useQueryClient();
  return useQuery({
    enabled,
    queryKey: [...POSTS, 'one', id],
    queryFn: ({ signal }) => call(getPost, { params: { id }, signal }),
    placeholderData: () => {
      const known = queries.getQueriesData<Post[]>({ queryKey: [...POSTS, 'timeline'] });
      const post = known.flatMap(([, posts]) => posts ?? []).find(({ _id }) => _id === id);
      return post === undefined ? undefined : { post, history: [] };
    },
    refetchInterval: (query) => pace(query.state.data === undefined ? [] : [query.state.data.post]),
  });
}

/** How many posts wait until their owner says that they may go out on the connected account. */
export function useWaitingForAccount(enabled: boolean) {
  return useQuery({
    enabled,
    queryKey: [...POSTS, 'waiting-for-account'],
    queryFn: async ({ signal }) => {
      const posts = await fetchAll({ status: 'scheduled' }, signal);
      return posts.filter(({ errorAction }) => errorAction === 'confirm_account').length;
    },
  });
}

/** Publishes now a post that waits for its hour, or that did not go out. */
export function useForcePublish(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (post: Post) => call(forcePublish, { body: { postId: post._id } }),
    onSuccess: onDone,
    // A refusal tells that the post is no longer what is shown.
    onSettled: () => void queries.invalidateQueries({ queryKey: POSTS }),
  });
}

/** Lets all posts made for an earlier account go out on the connected one. */
export function useConfirmAccount(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(confirmAccount, { body: {} }),
    onSuccess: onDone,
    onSettled: () => void queries.invalidateQueries({ queryKey: POSTS }),
  });
}

/** How many posts there are before a day. */
export function useCountBefore(day: DayKey): number {
  const { data } = useQuery({
    queryKey: [...POSTS, 'before', day],
    queryFn: async ({ signal }) => {
      const query = { to: startOfDay(day).toISOString(), limit: 1 };
      return (await call(listPosts, { query, signal })).pagination.total;
    },
    placeholderData: keepPreviousData,
    refetchInterval: CALM_MS,
  });
  return data ?? 0;
}

/** Asks for everything again, after a failure. */
export function useRetryPosts(): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: POSTS });
}

/** Counts by state and the next post; the dashboard shows them too. */
export function usePostStats() {
  return useQuery({
    queryKey: [...POSTS, 'stats'],
    queryFn: ({ signal }) => call(postStats, { signal }),
    refetchInterval: CALM_MS,
  });
}

/** The types on offer; the built-in ones until the server has answered, and if it does not. */
export function useMediaTypes() {
  const { data } = useQuery({
    queryKey: ['media-types'],
    queryFn: async ({ signal }) => (await call(listMediaTypes, { signal })).mediaTypes,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? mediaTypeOptions;
}

/** The files of a form: themselves, or the ids under which they have been sent ahead. */
export interface SentFiles {
  files?: readonly File[];
  uploadIds?: readonly string[];
}

const idsField = (uploadIds: readonly string[] | undefined): { uploadIds?: string } =>
  uploadIds === undefined ? {} : { uploadIds: JSON.stringify(uploadIds) };

export interface NewPost extends SentFiles {
  /** As a draft, however unfinished, or to go out at its hour. */
  draft: boolean;
  fields: Record<string, string>;
}

/** Schedules a post, or keeps it as a draft. */
export function useCreatePost() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ post, options }: { post: NewPost; options: UploadOptions }) => {
      const form = {
        fields: { ...post.fields, ...idsField(post.uploadIds) },
        files: post.files ?? [],
      };
      return post.draft ? upload(saveDraft, form, options) : upload(schedulePost, form, options);
    },
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: POSTS });
    },
  });
}

/** What is sent anew of a post; what is left out stays as it is. Files replace all that it has. */
export interface PostChange extends SentFiles {
  caption?: string;
  fits?: readonly (Fit | null)[];
}

export function useUpdatePost(post: Post) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ change, options }: { change: PostChange; options: UploadOptions }) => {
      const { caption, files = [], uploadIds, fits } = change;
      const fields = {
        ...(caption === undefined ? {} : { caption }),
        ...fitField(fits),
        ...idsField(uploadIds),
      };
      return upload(updatePost, { params: { id: post._id }, fields, files }, options);
    },
    // A refusal tells that the post is no longer what is shown.
    onSettled: () => void queries.invalidateQueries({ queryKey: POSTS }),
  });
}
