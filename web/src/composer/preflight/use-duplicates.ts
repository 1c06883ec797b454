import type { CallOf } from '@pontual/contract/shared/endpoint.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { findDuplicates, type DuplicatePost } from '@pontual/contract/planning/duplicates.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { useDebounced } from '../../ui/use-debounced.ts';
import type { PickedFile } from '../form.rules.ts';
import { fingerprintFile } from './fingerprints.ts';

/** In ms after the last key press. */
const DEBOUNCE_MS = 1200;

const noDuplicates: readonly DuplicatePost[] = [];

interface DuplicateQuery {
  files: readonly PickedFile[];
  caption: string;
  /** If unset, the account of the post, or the first one. */
  instagramAccountId?: string | null;
}

/** Undefined while they are computed. */
function useFingerprints(files: readonly PickedFile[], enabled: boolean): string[] | undefined {
  const query = useQuery({
    enabled: enabled && files.length > 0,
    queryKey: ['fingerprints', ...files.map(({ url }) => url)],
    queryFn: async () => {
      const found = await Promise.all(files.map(fingerprintFile));
      return found.filter((one) => one !== null);
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  return files.length === 0 ? [] : query.data;
}

function useDuplicateQuery(body: CallOf<typeof findDuplicates>['body'], enabled: boolean) {
  const { data } = useQuery({
    enabled,
    queryKey: ['similar', body],
    queryFn: async ({ signal }) => (await call(findDuplicates, { body, signal })).similar,
    // Duplicates are only a hint, so a failed request is not retried.
    retry: false,
  });
  return data ?? noDuplicates;
}

const toAccountParam = (instagramAccountId: string | null | undefined) =>
  instagramAccountId == null ? {} : { instagramAccountId: instagramAccountId };

/** Empty without a session or connection. */
export function useDuplicates(content: DuplicateQuery, enabled: boolean): readonly DuplicatePost[] {
  const caption = useDebounced(content.caption.trim(), DEBOUNCE_MS);
  const knownFingerprints = useFingerprints(content.files, enabled);
  const fingerprints = knownFingerprints ?? [];
  return useDuplicateQuery(
    { caption, fingerprints, ...toAccountParam(content.instagramAccountId) },
    enabled && knownFingerprints !== undefined && (fingerprints.length > 0 || caption !== ''),
  );
}

export function useDuplicatesOfPost(postId: string, enabled: boolean): readonly DuplicatePost[] {
  return useDuplicateQuery({ postId }, enabled);
}

export interface ChangeDuplicates {
  forCaption: readonly DuplicatePost[];
  forFiles: readonly DuplicatePost[];
}

/** Earlier duplicates were shown at the creation. On another Instagram account all content counts as new. */
export function useDuplicatesOfChange(post: Post, content: DuplicateQuery): ChangeDuplicates {
  const caption = useDebounced(content.caption.trim(), DEBOUNCE_MS);
  const isReplaced = content.files.length > 0;
  const hasNewCaption = caption !== '' && caption !== post.caption.trim();
  const knownFingerprints = useFingerprints(content.files, true);
  const hasNewFiles = knownFingerprints !== undefined && knownFingerprints.length > 0;
  const isOnOtherAccount =
    content.instagramAccountId != null && content.instagramAccountId !== post.instagramAccountId;
  const duplicates = useDuplicateQuery(
    {
      postId: post._id,
      caption,
      // Without fingerprints the server uses those of the post's own files.
      ...(isReplaced ? { fingerprints: knownFingerprints ?? [] } : {}),
      ...toAccountParam(content.instagramAccountId),
      ...(isOnOtherAccount || (hasNewCaption && hasNewFiles)
        ? {}
        : { sharing: hasNewCaption ? 'caption' : 'media' }),
    },
    (isOnOtherAccount || hasNewCaption || hasNewFiles) && knownFingerprints !== undefined,
  );
  const isCaptionShared = hasNewCaption && duplicates.some(({ sharesCaption }) => sharesCaption);
  return isCaptionShared
    ? { forCaption: duplicates, forFiles: noDuplicates }
    : { forCaption: noDuplicates, forFiles: duplicates };
}
