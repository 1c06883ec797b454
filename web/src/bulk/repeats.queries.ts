import { findSimilarToBatch, type BatchSimilar } from '@pontual/contract/similar.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import type { PickedFile } from '../posts/create/form-rules.ts';
import { fingerprintOfFile } from '../posts/create/preflight/fingerprints.ts';
import { askedPictures } from './asked-pictures.ts';
import type { Checked } from './bulk.queries.ts';
import { clipped, type Row } from './plan-rows.ts';

/** What a row nearly repeats. */
export interface Repeat {
  post: BatchSimilar['post'];
  other: (NonNullable<BatchSimilar['other']> & { row: Row }) | null;
}
export type Repeats = ReadonlyMap<string, Repeat>;

/** Of a file; null where the browser cannot tell. */
interface Look {
  url: string;
  fingerprint: string | null;
}

/**
 * What pictures look like, one after the other: a batch may have hundreds. Videos are not opened for
 * it, each would take a decoder.
 */
function useLooks(files: readonly PickedFile[], enabled: boolean): readonly Look[] | undefined {
  const queries = useQueryClient();
  const pictures = files.filter(({ kind, width }) => kind === 'image' && width > 0);
  return useQuery({
    enabled,
    queryKey: ['bulk-looks', ...pictures.map(({ url }) => url)],
    queryFn: async ({ signal }) => {
      const looks: Look[] = [];
      for (const file of pictures) {
        signal.throwIfAborted();
        const fingerprint = await queries.ensureQueryData({
          queryKey: ['bulk-look', file.url],
          queryFn: () => fingerprintOfFile(file),
        });
        looks.push({ url: file.url, fingerprint });
      }
      return looks;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  }).data;
}

interface Batch {
  rows: readonly Row[];
  checked: ReadonlyMap<string, Checked> | undefined;
  /** That the rows show. */
  files: readonly PickedFile[];
  /** Null: the first one's. */
  account: string | null;
}

/** What the rows of a batch nearly repeat, by their ids, asked in one call; the last that was known. */
export function useRepeats({ rows, checked, files, account }: Batch, enabled: boolean): Repeats {
  const looks = useLooks(files, enabled);
  const known = (looks ?? []).filter(
    (look): look is Look & { fingerprint: string } => look.fingerprint !== null,
  );
  const at = new Map(known.map(({ url }, index) => [url, index]));
  const posts = rows.map(({ id, line }) => ({
    caption: clipped(line).caption,
    pictures: askedPictures(checked?.get(id)?.urls ?? [], at),
  }));
  const fingerprints = known.map(({ fingerprint }) => fingerprint);
  const { data } = useQuery({
    enabled: enabled && looks !== undefined,
    queryKey: ['bulk-similar', rows.map(({ id }) => id), posts, fingerprints, account],
    queryFn: async ({ signal }) => {
      const body = { posts, fingerprints, instagramAccountId: account ?? undefined };
      const found = await call(findSimilarToBatch, { body, signal });
      return new Map(
        found.posts.flatMap(({ post, other }, index): [string, Repeat][] => {
          const [row, repeated] = [rows[index], rows[other?.index ?? -1]];
          if (row === undefined || (post === null && other === null)) return [];
          const both = other !== null && repeated !== undefined;
          return [[row.id, { post, other: both ? { ...other, row: repeated } : null }]];
        }),
      );
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
    // A hint: without a line there is none.
    retry: false,
  });
  return data ?? nothing;
}

const nothing: Repeats = new Map();
