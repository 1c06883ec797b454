import {
  isHeic,
  kindOf,
  checkFile,
  createUnreadableRejection,
  type Rejection,
} from './file.rules.ts';
import type { PickedFile } from './form.rules.ts';
import type { Previews } from './object-urls.ts';

type MediaFacts = Pick<PickedFile, 'width' | 'height' | 'durationMs'>;

const unknownFacts: MediaFacts = { width: 0, height: 0, durationMs: null };

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

/** In ms; an overloaded browser may never answer. */
const OPEN_TIMEOUT_MS = 5000;

/** Instagram supports more video formats than the browser: then the facts are unknown. */
function measureVideo(url: string): Promise<MediaFacts> {
  const video = document.createElement('video');
  return new Promise((resolve) => {
    const finish = () => {
      const { videoWidth: width, videoHeight: height, duration } = video;
      // The duration is NaN for an unreadable video and Infinity for one without an index.
      const durationMs = Number.isFinite(duration) ? Math.round(duration * 1000) : null;
      resolve({ width, height, durationMs });
      video.removeAttribute('src');
      // Only `load()` makes the browser release the file.
      video.load();
    };
    video.addEventListener('loadedmetadata', finish, { once: true });
    video.addEventListener('error', finish, { once: true });
    video.preload = 'metadata';
    video.src = url;
  });
}

export interface Inspection {
  files: PickedFile[];
  rejected: Rejection[];
}

/** Returns a function that cancels the call. */
type Timer = (ms: number, then: () => void) => () => void;

const browserTimer: Timer = (ms, then) => {
  const timer = setTimeout(then, ms);
  return () => clearTimeout(timer);
};

interface InspectorOptions {
  previews: Pick<Previews, 'create' | 'release'>;
  /** Null if the browser cannot show the file. */
  measure?: (kind: PickedFile['kind'], url: string) => Promise<MediaFacts | null>;
  startTimer?: Timer;
}

export type Inspect = (selection: readonly File[], accepts: string) => Promise<Inspection>;

export function createInspector(settings: InspectorOptions): Inspect {
  const { previews, startTimer = browserTimer } = settings;
  const { measure = (kind, url) => (kind === 'video' ? measureVideo(url) : measureImage(url)) } =
    settings;

  const withTimeout = (measuring: Promise<MediaFacts | null>): Promise<MediaFacts | null> => {
    let stop = () => {};
    const timeout = new Promise<MediaFacts>((resolve) => {
      stop = startTimer(OPEN_TIMEOUT_MS, () => resolve(unknownFacts));
    });
    return Promise.race([measuring, timeout]).finally(() => stop());
  };

  /** Null if the content does not match the declared type. */
  const open = async (file: File): Promise<PickedFile | null> => {
    const kind = kindOf(file) ?? 'image';
    const url = previews.create(file);
    const measured = await withTimeout(measure(kind, url));
    // Every browser shows JPEG and PNG; a HEIC may be valid although the browser cannot show it.
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
