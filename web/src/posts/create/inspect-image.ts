import { errorCatalogue } from '@pontual/contract/errors.ts';
import type { MediaTypeOption } from '@pontual/contract/post-rules.ts';
import { pictureProblem, selectionProblem } from './file-rules.ts';
import type { PickedFile } from './wizard.ts';

/** Opens a picture as the browser will show it, or null where it cannot. */
async function open(file: File): Promise<PickedFile | null> {
  const url = URL.createObjectURL(file);
  const image = new Image();
  const loads = new Promise<boolean>((resolve) => {
    image.addEventListener('load', () => resolve(true));
    image.addEventListener('error', () => resolve(false));
  });
  image.src = url;
  if (await loads) return { file, url, width: image.naturalWidth, height: image.naturalHeight };
  URL.revokeObjectURL(url);
  return null;
}

/** Checks a selection by every rule; one fault rejects all of it. */
export async function inspectSelection(
  selection: readonly File[],
  option: MediaTypeOption,
): Promise<{ files: PickedFile[] } | { problem: string }> {
  const problem = selectionProblem(selection, option);
  if (problem !== null) return { problem };
  const opened = await Promise.all(selection.map(open));
  const files = opened.filter((file) => file !== null);
  const refusal =
    files.length < selection.length
      ? errorCatalogue.MEDIA_UNREADABLE.message
      : (files.map(pictureProblem).find((found) => found !== null) ?? null);
  if (refusal === null) return { files };
  for (const { url } of files) URL.revokeObjectURL(url);
  return { problem: refusal };
}
