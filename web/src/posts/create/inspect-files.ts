import { errorCatalogue } from '@pontual/contract/errors.ts';
import { kindOf, selectionProblem } from './file-rules.ts';
import type { PickedFile } from './form-rules.ts';

type Size = Pick<PickedFile, 'width' | 'height'>;

/** The size of a picture as the browser will show it, or null where it cannot. */
function sizeOfImage(url: string): Promise<Size | null> {
  const image = new Image();
  return new Promise((resolve) => {
    image.addEventListener('load', () =>
      resolve({ width: image.naturalWidth, height: image.naturalHeight }),
    );
    image.addEventListener('error', () => resolve(null));
    image.src = url;
  });
}

/** A browser knows fewer videos than Instagram: what it cannot show may be good all the same. */
function sizeOfVideo(url: string): Promise<Size> {
  const video = document.createElement('video');
  return new Promise((resolve) => {
    const tell = () => {
      resolve({ width: video.videoWidth, height: video.videoHeight });
      video.removeAttribute('src');
    };
    video.addEventListener('loadedmetadata', tell, { once: true });
    video.addEventListener('error', tell, { once: true });
    video.preload = 'metadata';
    video.src = url;
  });
}

async function open(file: File): Promise<PickedFile | null> {
  const kind = kindOf(file) ?? 'image';
  const url = URL.createObjectURL(file);
  const size = kind === 'video' ? await sizeOfVideo(url) : await sizeOfImage(url);
  if (size !== null) return { file, url, kind, ...size };
  URL.revokeObjectURL(url);
  return null;
}

/** Checks a selection, file by file; one fault rejects all of it. */
export async function inspectSelection(
  selection: readonly File[],
  accepts: string,
): Promise<{ files: PickedFile[] } | { problem: string }> {
  const problem = selectionProblem(selection, accepts);
  if (problem !== null) return { problem };
  const opened = await Promise.all(selection.map(open));
  const files = opened.filter((file) => file !== null);
  if (files.length === selection.length) return { files };
  for (const { url } of files) URL.revokeObjectURL(url);
  return { problem: errorCatalogue.MEDIA_UNREADABLE.message };
}
