import { useMemo } from 'react';
import type { PickedFile } from '../../composer/form.rules.ts';
import { useLastValue } from '../../ui/use-last-value.ts';

const noFiles: readonly PickedFile[] = [];

/** The previous files stay until a change is checked, so that a correction does not upload a file again. */
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
