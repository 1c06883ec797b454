import { isHeic, kindOf, rejectionOf, unreadable, type Rejection } from './file-rules.ts';
import type { PickedFile } from './form-rules.ts';

type Size = Pick<PickedFile, 'width' | 'height'>;

/** Of what the browser cannot show. */
const unknown: Size = { width: 0, height: 0 };

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

/** So long a file may take to be shown; a browser that is asked for too much may never answer. */
const OPEN_MS = 5000;

/** What a file comes to, or else what is said of one that the browser cannot show. */
function soon<T>(seen: Promise<T>, otherwise: T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), OPEN_MS);
  });
  return Promise.race([seen, late]).finally(() => clearTimeout(timer));
}

/** A browser knows fewer videos than Instagram: what it cannot show may be good all the same. */
function sizeOfVideo(url: string): Promise<Size> {
  const video = document.createElement('video');
  return new Promise((resolve) => {
    const tell = () => {
      resolve({ width: video.videoWidth, height: video.videoHeight });
      video.removeAttribute('src');
      // Only this makes it let go of the file.
      video.load();
    };
    video.addEventListener('loadedmetadata', tell, { once: true });
    video.addEventListener('error', tell, { once: true });
    video.preload = 'metadata';
    video.src = url;
  });
}

/** Opens a file whose declared type and size are fine; null where it is not what it says. */
async function open(file: File): Promise<PickedFile | null> {
  const kind = kindOf(file) ?? 'image';
  const url = URL.createObjectURL(file);
  const seen = await soon<Size | null>(
    kind === 'video' ? sizeOfVideo(url) : sizeOfImage(url),
    unknown,
  );
  // Every browser shows JPEG and PNG; a HEIC that it cannot show may be good all the same.
  const size = seen ?? (isHeic(file) ? unknown : null);
  if (size !== null) return { file, url, kind, ...size, fit: 'crop' };
  URL.revokeObjectURL(url);
  return null;
}

export interface Inspection {
  /** What can be taken, in the order of the selection. */
  files: PickedFile[];
  rejected: Rejection[];
}

/** Checks a selection file by file. */
export async function inspectSelection(
  selection: readonly File[],
  accepts: string,
): Promise<Inspection> {
  const results = await Promise.all(
    selection.map(
      async (file) => rejectionOf(file, accepts) ?? (await open(file)) ?? unreadable(file),
    ),
  );
  return {
    files: results.filter((result) => 'url' in result),
    rejected: results.filter((result) => 'reason' in result),
  };
}
