import { useMemo } from 'react';
import type { PickedFile } from '../../composer/form.rules.ts';
import { useLastValue } from '../../ui/use-last-value.ts';

const noFiles: readonly PickedFile[] = [];

/**
 * The files that the posts show, which are sent ahead. Until the server has looked at a change, and where
 * it could not, they are those of before: what has arrived is not sent again for a correction.
 */
export function useNeededFiles(
  files: readonly PickedFile[],
  usedUrls: ReadonlySet<string>,
  isCurrent: boolean,
): readonly PickedFile[] {
  const checkedFiles = useMemo(
    () => (isCurrent ? files.filter(({ url }) => usedUrls.has(url)) : null),
    [files, usedUrls, isCurrent],
  );
  const last = useLastValue(checkedFiles) ?? noFiles;
  return useMemo(() => last.filter((file) => files.includes(file)), [last, files]);
}
