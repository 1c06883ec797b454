import type { CallOf } from '@pontual/contract/endpoint.ts';
import type { Post } from '@pontual/contract/posts.ts';
import { findSimilar, type SimilarPost } from '@pontual/contract/similar.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { useCalmed } from '../../../ui/use-calmed.ts';
import type { PickedFile } from '../form-rules.ts';
import { fingerprintOfFile } from './fingerprints.ts';

/** After the last letter. */
const CALM_MS = 1200;

const none: readonly SimilarPost[] = [];

/** What somebody is making. */
interface Made {
  /** Chosen just now. */
  files: readonly PickedFile[];
  caption: string;
  /** Without one, that of the post, or the first. */
  account?: string | null;
}

/** What these files look like; undefined until that is known. */
function useLooks(files: readonly PickedFile[], enabled: boolean): string[] | undefined {
  const looks = useQuery({
    enabled: enabled && files.length > 0,
    queryKey: ['fingerprints', ...files.map(({ url }) => url)],
    queryFn: async () => {
      const found = await Promise.all(files.map(fingerprintOfFile));
      return found.filter((one) => one !== null);
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  return files.length === 0 ? [] : looks.data;
}

function useAnswer(body: CallOf<typeof findSimilar>['body'], enabled: boolean) {
  const { data } = useQuery({
    enabled,
    queryKey: ['similar', body],
    queryFn: async ({ signal }) => (await call(findSimilar, { body, signal })).similar,
    // A hint: without a line there is none.
    retry: false,
  });
  return data ?? none;
}

const onAccount = (account: string | null | undefined) =>
  account == null ? {} : { instagramAccountId: account };

/** Posts that nearly say or show what is being made; none while nobody is logged in or can be asked. */
export function useSimilar(made: Made, enabled: boolean): readonly SimilarPost[] {
  const caption = useCalmed(made.caption.trim(), CALM_MS);
  const looks = useLooks(made.files, enabled);
  const fingerprints = looks ?? [];
  return useAnswer(
    { caption, fingerprints, ...onAccount(made.account) },
    enabled && looks !== undefined && (fingerprints.length > 0 || caption !== ''),
  );
}

/** The same of a post that is there. */
export function useSimilarTo(postId: string, enabled: boolean): readonly SimilarPost[] {
  return useAnswer({ postId }, enabled);
}

/** What a change of a post makes it nearly repeat, to be told beside what was changed. */
export interface SimilarChange {
  besideCaption: readonly SimilarPost[];
  besideFiles: readonly SimilarPost[];
}

/**
 * Posts that share what is new of one; what it shared before was told when it was made. On another
 * account all of it is new.
 */
export function useSimilarChange(post: Post, made: Made): SimilarChange {
  const caption = useCalmed(made.caption.trim(), CALM_MS);
  const isReplaced = made.files.length > 0;
  const saysNew = caption !== '' && caption !== post.caption.trim();
  const looks = useLooks(made.files, true);
  const showsNew = looks !== undefined && looks.length > 0;
  const isElsewhere = made.account != null && made.account !== post.instagramAccountId;
  const similar = useAnswer(
    {
      postId: post._id,
      caption,
      // Without any, those of its own files.
      ...(isReplaced ? { fingerprints: looks ?? [] } : {}),
      ...onAccount(made.account),
      ...(isElsewhere || (saysNew && showsNew) ? {} : { sharing: saysNew ? 'caption' : 'media' }),
    },
    (isElsewhere || saysNew || showsNew) && looks !== undefined,
  );
  const ofCaption = saysNew && similar.some(({ sharesCaption }) => sharesCaption);
  return ofCaption
    ? { besideCaption: similar, besideFiles: none }
    : { besideCaption: none, besideFiles: similar };
}
