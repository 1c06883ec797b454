import type { CallOf } from '@pontual/contract/shared/endpoint.ts';
import { mediaTypeOptions } from '@pontual/contract/posts/post-rules.ts';
import {
  confirmInstagramAccount,
  deletePost,
  forcePublish,
  saveDraft,
  scheduleDraft,
  schedulePost,
  updatePost,
} from '@pontual/contract/posts/post-changes.ts';
import { getPost, listMediaTypes, type Post } from '@pontual/contract/posts/posts.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, upload, uploadForMessage, type UploadOptions } from '../api/client.ts';
import { fetchAllPosts, findCachedPost, refetchIntervalFor } from './lists-queries.ts';
import { POSTS } from '../api/query-keys.ts';

/** Returns the cached list data until the response. */
export function usePost(id: string, enabled: boolean) {
  const queries = useQueryClient();
  return useQuery({
    enabled,
    queryKey: [...POSTS, 'one', id],
    queryFn: ({ signal }) => call(getPost, { params: { id }, signal }),
    placeholderData: () => {
      const post = findCachedPost(queries, id);
      return post === undefined
        ? undefined
        : { post, history: [], firstComment: null, approval: null };
    },
    refetchInterval: (query) =>
      refetchIntervalFor(query.state.data === undefined ? [] : [query.state.data.post]),
  });
}

export function useAwaitingAccountCount(enabled: boolean) {
  return useQuery({
    enabled,
    queryKey: [...POSTS, 'waiting-for-account'],
    queryFn: async ({ signal }) => {
      const posts = await fetchAllPosts({ status: 'scheduled' }, signal);
      return posts.filter(({ errorAction }) => errorAction === 'confirm_account').length;
    },
  });
}

export function useForcePublish(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (post: Post) => call(forcePublish, { body: { postId: post._id } }),
    onSuccess: onDone,
    // A refusal means that the shown post is stale.
    onSettled: () => void queries.invalidateQueries({ queryKey: POSTS }),
  });
}

export function useConfirmAccount(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(confirmInstagramAccount, { body: {} }),
    onSuccess: onDone,
    onSettled: () => void queries.invalidateQueries({ queryKey: POSTS }),
  });
}

function useOfferedTypes() {
  return useQuery({
    queryKey: ['media-types'],
    queryFn: ({ signal }) => call(listMediaTypes, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
}

/** The built-in types count until the response, and after an error. */
export const useMediaTypes = () => useOfferedTypes()?.mediaTypes ?? mediaTypeOptions;

export const useOffersFirstComments = () => useOfferedTypes()?.firstComments ?? true;

/** The files themselves, or the ids of early uploads. */
export interface FormFiles {
  files?: readonly File[];
  uploadIds?: readonly string[];
}

const idsField = (uploadIds: readonly string[] | undefined): { uploadIds?: string } =>
  uploadIds === undefined ? {} : { uploadIds: JSON.stringify(uploadIds) };

export interface NewPost extends FormFiles {
  /** A draft may be incomplete. */
  draft: boolean;
  fields: Record<string, string>;
}

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

export function useScheduleDraft(post: Post) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: CallOf<typeof scheduleDraft>['body']) =>
      call(scheduleDraft, { params: { id: post._id }, body }),
    onSettled: () => void queries.invalidateQueries({ queryKey: POSTS }),
  });
}

export function useDeletePost(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (includeFollowing: boolean) =>
      call(deletePost, { params: { id }, query: includeFollowing ? { following: 'true' } : {} }),
    onSuccess: () => queries.removeQueries({ queryKey: [...POSTS, 'one', id] }),
    onSettled: () => void queries.invalidateQueries({ queryKey: POSTS }),
  });
}

/** Missing fields do not change. Files replace all existing ones. */
export interface PostChange extends FormFiles {
  fields: Record<string, string>;
}

export function useUpdatePost(post: Post) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ change, options }: { change: PostChange; options: UploadOptions }) => {
      const { files = [], uploadIds } = change;
      const fields = { ...change.fields, ...idsField(uploadIds) };
      return uploadForMessage(
        updatePost,
        { params: { id: post._id }, fields, files },
        options,
      ).then(({ data, message }) => ({ ...data, message }));
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: POSTS }),
  });
}
