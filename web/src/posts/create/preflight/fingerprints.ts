import { FINGERPRINT_SIZE, fingerprintOf } from '@pontual/contract/fingerprint.ts';
import type { PickedFile } from '../form-rules.ts';

const { width, height } = FINGERPRINT_SIZE;
/** Where the server takes the picture of a video: the very beginning is often black. */
const AT_SECONDS = 1;
const LONGEST_MS = 8000;

/** What a picked file looks like; null where the browser cannot show it, or it is too flat. */
export async function fingerprintOfFile(file: PickedFile): Promise<string | null> {
  try {
    const shown = file.kind === 'image' ? await pictureOf(file.url) : await frameOf(file);
    return draw(shown.source, shown);
  } catch {
    return null;
  }
}

interface Shown {
  source: CanvasImageSource;
  wide: number;
  high: number;
}

async function pictureOf(url: string): Promise<Shown> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return { source: image, wide: image.naturalWidth, high: image.naturalHeight };
}

function frameOf({ url, durationMs }: PickedFile): Promise<Shown> {
  const video = document.createElement('video');
  video.muted = true;
  video.preload = 'auto';
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no frame in time')), LONGEST_MS);
    video.addEventListener('error', () => reject(new Error('no video')));
    video.addEventListener('loadeddata', () => {
      video.currentTime = Math.min(AT_SECONDS, (durationMs ?? 3000) / 3000);
    });
    video.addEventListener('seeked', () => {
      clearTimeout(timer);
      resolve({ source: video, wide: video.videoWidth, high: video.videoHeight });
    });
    video.src = url;
  });
}

/** From the middle, as the server cuts its small pictures. */
function draw(source: CanvasImageSource, { wide, high }: Shown): string | null {
  const scale = Math.min(wide / width, high / height);
  const [cutWide, cutHigh] = [width * scale, height * scale];
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(
    source,
    (wide - cutWide) / 2,
    (high - cutHigh) / 2,
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
