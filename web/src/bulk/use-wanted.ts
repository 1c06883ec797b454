import { useMemo } from 'react';
import type { PickedFile } from '../posts/create/form-rules.ts';
import { useLast } from '../ui/use-last.ts';

const none: readonly PickedFile[] = [];

/**
 * The files that the posts show, which are sent ahead. Until the server has looked at a change, and where
 * it could not, they are those of before: what has arrived is not sent again for a correction.
 */
export function useWanted(
  files: readonly PickedFile[],
  used: ReadonlySet<string>,
  isCurrent: boolean,
): readonly PickedFile[] {
  const looked = useMemo(
    () => (isCurrent ? files.filter(({ url }) => used.has(url)) : null),
    [files, used, isCurrent],
  );
  const last = useLast(looked) ?? none;
  return useMemo(() => last.filter((file) => files.includes(file)), [last, files]);
}
