import {
  isHeic,
  kindOf,
  checkFile,
  createUnreadableRejection,
  type Rejection,
} from './file.rules.ts';
import type { PickedFile } from './form.rules.ts';
import type { Previews } from './object-urls.ts';

/** What the browser tells of a file. */
type MediaFacts = Pick<PickedFile, 'width' | 'height' | 'durationMs'>;

/** Of what the browser cannot show. */
const unknownFacts: MediaFacts = { width: 0, height: 0, durationMs: null };

/** A picture as the browser will show it, or null where it cannot. */
function measureImage(url: string): Promise<MediaFacts | null> {
  const image = new Image();
  return new Promise((resolve) => {
    image.addEventListener('load', () =>
      resolve({ ...unknownFacts, width: image.naturalWidth, height: image.naturalHeight }),
    );
    image.addEventListener('error', () => resolve(null));
    image.src = url;
  });
}

/** So long a file may take to be shown; a browser that is asked for too much may never answer. */
const OPEN_TIMEOUT_MS = 5000;

/** A browser knows fewer videos than Instagram: what it cannot show may be good all the same. */
function measureVideo(url: string): Promise<MediaFacts> {
  const video = document.createElement('video');
  return new Promise((resolve) => {
    const finish = () => {
      const { videoWidth: width, videoHeight: height, duration } = video;
      // Not a number of one that it cannot read, and endless of one without an index.
      const durationMs = Number.isFinite(duration) ? Math.round(duration * 1000) : null;
      resolve({ width, height, durationMs });
      video.removeAttribute('src');
      // Only this makes it let go of the file.
      video.load();
    };
    video.addEventListener('loadedmetadata', finish, { once: true });
    video.addEventListener('error', finish, { once: true });
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

interface InspectorOptions {
  previews: Pick<Previews, 'create' | 'release'>;
  /** A file as the browser will show it; null where it cannot. */
  measure?: (kind: PickedFile['kind'], url: string) => Promise<MediaFacts | null>;
  startTimer?: Timer;
}

export type Inspect = (selection: readonly File[], accepts: string) => Promise<Inspection>;

/** Checks selections file by file. */
export function createInspector(settings: InspectorOptions): Inspect {
  const { previews, startTimer = browserTimer } = settings;
  const { measure = (kind, url) => (kind === 'video' ? measureVideo(url) : measureImage(url)) } =
    settings;

  /** What a file comes to, or that it is not known, if that takes too long. */
  const withTimeout = (measuring: Promise<MediaFacts | null>): Promise<MediaFacts | null> => {
    let stop = () => {};
    const timeout = new Promise<MediaFacts>((resolve) => {
      stop = startTimer(OPEN_TIMEOUT_MS, () => resolve(unknownFacts));
    });
    return Promise.race([measuring, timeout]).finally(() => stop());
  };

  /** Opens a file whose declared type and size are fine; null where it is not what it says. */
  const open = async (file: File): Promise<PickedFile | null> => {
    const kind = kindOf(file) ?? 'image';
    const url = previews.create(file);
    const measured = await withTimeout(measure(kind, url));
    // Every browser shows JPEG and PNG; a HEIC that it cannot show may be good all the same.
    const facts = measured ?? (isHeic(file) ? unknownFacts : null);
    if (facts !== null) return { file, url, kind, ...facts, fit: 'crop', altText: '', tags: [] };
    previews.release([{ url }]);
    return null;
  };

  return async (selection, accepts) => {
    const results = await Promise.all(
      selection.map(
        async (file) =>
          checkFile(file, accepts) ?? (await open(file)) ?? createUnreadableRejection(file),
      ),
    );
    return {
      files: results.filter((result) => 'url' in result),
      rejected: results.filter((result) => 'reason' in result),
    };
  };
}
