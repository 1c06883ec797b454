import {
  findBatchDuplicates,
  type BatchDuplicates,
} from '@pontual/contract/planning/duplicates.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import type { PickedFile } from '../../composer/form.rules.ts';
import { fingerprintFile } from '../../composer/preflight/fingerprints.ts';
import { rowPictureIndexes } from './row-picture-indexes.ts';
import type { CheckedRow } from './bulk-queries.ts';
import { clipCells, type BatchRow } from './batch-rows.ts';

export interface RowDuplicate {
  post: BatchDuplicates['post'];
  other: (NonNullable<BatchDuplicates['other']> & { row: BatchRow }) | null;
}
export type RowDuplicates = ReadonlyMap<string, RowDuplicate>;

/** Null when the browser cannot compute it. */
interface PictureFingerprint {
  url: string;
  fingerprint: string | null;
}

/** One after the other, because a batch may have hundreds. Videos are skipped: each needs a decoder. */
function useFingerprints(
  files: readonly PickedFile[],
  enabled: boolean,
): readonly PictureFingerprint[] | undefined {
  const queries = useQueryClient();
  const pictures = files.filter(({ kind, width }) => kind === 'image' && width > 0);
  return useQuery({
    enabled,
    queryKey: ['bulk-looks', ...pictures.map(({ url }) => url)],
    queryFn: async ({ signal }) => {
      const pictureFingerprints: PictureFingerprint[] = [];
      for (const file of pictures) {
        signal.throwIfAborted();
        const fingerprint = await queries.ensureQueryData({
          queryKey: ['bulk-look', file.url],
          queryFn: () => fingerprintFile(file),
        });
        pictureFingerprints.push({ url: file.url, fingerprint });
      }
      return pictureFingerprints;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  }).data;
}

interface DuplicateCheckInput {
  rows: readonly BatchRow[];
  checkedRows: ReadonlyMap<string, CheckedRow> | undefined;
  files: readonly PickedFile[];
  /** Null means the first account. */
  instagramAccountId: string | null;
}

/** Returns the duplicates by row id; the last known result stays. */
export function useRowDuplicates(
  { rows, checkedRows, files, instagramAccountId }: DuplicateCheckInput,
  enabled: boolean,
): RowDuplicates {
  const pictureFingerprints = useFingerprints(files, enabled);
  const knownFingerprints = (pictureFingerprints ?? []).filter(
    (look): look is PictureFingerprint & { fingerprint: string } => look.fingerprint !== null,
  );
  const indexByUrl = new Map(knownFingerprints.map(({ url }, index) => [url, index]));
  const posts = rows.map(({ id, line }) => ({
    caption: clipCells(line).caption,
    pictures: rowPictureIndexes(checkedRows?.get(id)?.urls ?? [], indexByUrl),
  }));
  const fingerprints = knownFingerprints.map(({ fingerprint }) => fingerprint);
  const { data } = useQuery({
    enabled: enabled && pictureFingerprints !== undefined,
    queryKey: ['bulk-similar', rows.map(({ id }) => id), posts, fingerprints, instagramAccountId],
    queryFn: async ({ signal }) => {
      const body = { posts, fingerprints, instagramAccountId: instagramAccountId ?? undefined };
      const found = await call(findBatchDuplicates, { body, signal });
      return new Map(
        found.posts.flatMap(({ post, other }, index): [string, RowDuplicate][] => {
          const [row, duplicateRow] = [rows[index], rows[other?.index ?? -1]];
          if (row === undefined || (post === null && other === null)) return [];
          const both = other !== null && duplicateRow !== undefined;
          return [[row.id, { post, other: both ? { ...other, row: duplicateRow } : null }]];
        }),
      );
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
  return data ?? noDuplicates;
}

const noDuplicates: RowDuplicates = new Map();
