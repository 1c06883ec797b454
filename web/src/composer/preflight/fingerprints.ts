import { FINGERPRINT_SIZE, fingerprintOf } from '@pontual/contract/planning/fingerprint.ts';
import type { PickedFile } from '../form.rules.ts';

const { width, height } = FINGERPRINT_SIZE;
/** The server takes the thumbnail of a video here, because the first frame is often black. */
const FRAME_AT_SECONDS = 1;
const LOAD_TIMEOUT_MS = 8000;

/** Null if the browser cannot show the file or it has too little contrast. */
export async function fingerprintFile(file: PickedFile): Promise<string | null> {
  try {
    const shown = file.kind === 'image' ? await loadPicture(file.url) : await loadVideoFrame(file);
    return computeFingerprint(shown.source, shown);
  } catch {
    return null;
  }
}

interface LoadedFrame {
  source: CanvasImageSource;
  frameWidth: number;
  frameHeight: number;
}

async function loadPicture(url: string): Promise<LoadedFrame> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return { source: image, frameWidth: image.naturalWidth, frameHeight: image.naturalHeight };
}

function loadVideoFrame({ url, durationMs }: PickedFile): Promise<LoadedFrame> {
  const video = document.createElement('video');
  video.muted = true;
  video.preload = 'auto';
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no frame in time')), LOAD_TIMEOUT_MS);
    video.addEventListener('error', () => reject(new Error('no video')));
    video.addEventListener('loadeddata', () => {
      video.currentTime = Math.min(FRAME_AT_SECONDS, (durationMs ?? 3000) / 3000);
    });
    video.addEventListener('seeked', () => {
      clearTimeout(timer);
      resolve({ source: video, frameWidth: video.videoWidth, frameHeight: video.videoHeight });
    });
    video.src = url;
  });
}

/** Crops the centre, as the server does for its thumbnails. */
function computeFingerprint(
  source: CanvasImageSource,
  { frameWidth, frameHeight }: LoadedFrame,
): string | null {
  const scale = Math.min(frameWidth / width, frameHeight / height);
  const [cutWide, cutHigh] = [width * scale, height * scale];
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(
    source,
    (frameWidth - cutWide) / 2,
    (frameHeight - cutHigh) / 2,
    cutWide,
    cutHigh,
    0,
    0,
    width,
    height,
  );
  const { data } = context.getImageData(0, 0, width, height);
  const grey = Array.from({ length: width * height }, (_, at) => {
    const [red = 0, green = 0, blue = 0] = data.subarray(at * 4, at * 4 + 3);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  });
  return fingerprintOf(grey, FINGERPRINT_SIZE);
}
