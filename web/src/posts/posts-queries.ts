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

/** One post with its history; what the lists know of it until the answer is there. */
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

/** How many posts wait until their owner says that they may go out on the connected account. */
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
    mutationFn: () => call(confirmInstagramAccount, { body: {} }),
    onSuccess: onDone,
    onSettled: () => void queries.invalidateQueries({ queryKey: POSTS }),
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
export interface FormFiles {
  files?: readonly File[];
  uploadIds?: readonly string[];
}

const idsField = (uploadIds: readonly string[] | undefined): { uploadIds?: string } =>
  uploadIds === undefined ? {} : { uploadIds: JSON.stringify(uploadIds) };

export interface NewPost extends FormFiles {
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

/** Gives a draft its hour. */
export function useScheduleDraft(post: Post) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: CallOf<typeof scheduleDraft>['body']) =>
      call(scheduleDraft, { params: { id: post._id }, body }),
    // A refusal tells that the draft is no longer what is shown.
    onSettled: () => void queries.invalidateQueries({ queryKey: POSTS }),
  });
}

/** Deletes a post. */
export function useDeletePost(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (includeFollowing: boolean) =>
      call(deletePost, { params: { id }, query: includeFollowing ? { following: 'true' } : {} }),
    onSuccess: () => queries.removeQueries({ queryKey: [...POSTS, 'one', id] }),
    // A refusal tells that the post is no longer what is shown.
    onSettled: () => void queries.invalidateQueries({ queryKey: POSTS }),
  });
}

/** What is sent anew of a post; what is left out stays as it is. Files replace all that it has. */
export interface PostChange extends FormFiles {
  /** Of the form, in the contract's names. */
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
    // A refusal tells that the post is no longer what is shown.
    onSettled: () => void queries.invalidateQueries({ queryKey: POSTS }),
  });
}
