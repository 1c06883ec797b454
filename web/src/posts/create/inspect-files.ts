import { isHeic, kindOf, rejectionOf, unreadable, type Rejection } from './file-rules.ts';
import type { PickedFile } from './form-rules.ts';
import type { Previews } from './previews.ts';

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

export interface Inspection {
  /** What can be taken, in the order of the selection. */
  files: PickedFile[];
  rejected: Rejection[];
}

/** Calls back after so many ms; gives what stops that. */
type Timer = (ms: number, then: () => void) => () => void;

const browserTimer: Timer = (ms, then) => {
  const timer = setTimeout(then, ms);
  return () => clearTimeout(timer);
};

interface InspectorSettings {
  previews: Pick<Previews, 'make' | 'settle'>;
  /** The size as the browser will show it, in px; null where it cannot. */
  sizeOf?: (kind: PickedFile['kind'], url: string) => Promise<Size | null>;
  after?: Timer;
}

export type Inspect = (selection: readonly File[], accepts: string) => Promise<Inspection>;

/** Checks selections file by file. */
export function createInspector(settings: InspectorSettings): Inspect {
  const { previews, after = browserTimer } = settings;
  const { sizeOf = (kind, url) => (kind === 'video' ? sizeOfVideo(url) : sizeOfImage(url)) } =
    settings;

  /** What a file comes to, or that it is not known, if that takes too long. */
  const soon = (seen: Promise<Size | null>): Promise<Size | null> => {
    let stop = () => {};
    const late = new Promise<Size>((resolve) => {
      stop = after(OPEN_MS, () => resolve(unknown));
    });
    return Promise.race([seen, late]).finally(() => stop());
  };

  /** Opens a file whose declared type and size are fine; null where it is not what it says. */
  const open = async (file: File): Promise<PickedFile | null> => {
    const kind = kindOf(file) ?? 'image';
    const url = previews.make(file);
    const seen = await soon(sizeOf(kind, url));
    // Every browser shows JPEG and PNG; a HEIC that it cannot show may be good all the same.
    const size = seen ?? (isHeic(file) ? unknown : null);
    if (size !== null) return { file, url, kind, ...size, fit: 'crop' };
    previews.settle([{ url }]);
    return null;
  };

  return async (selection, accepts) => {
    const results = await Promise.all(
      selection.map(
        async (file) => rejectionOf(file, accepts) ?? (await open(file)) ?? unreadable(file),
      ),
    );
    return {
      files: results.filter((result) => 'url' in result),
      rejected: results.filter((result) => 'reason' in result),
    };
  };
}
