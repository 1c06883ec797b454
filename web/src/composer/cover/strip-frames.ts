import { showStill } from '../preview/show-still.ts';

/** Waits for one of two events of a video; rejects on the other, or when nobody wants it any more. */
function waitForEvent(video: HTMLVideoElement, event: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const listeners = new AbortController();
    const options = { signal: listeners.signal };
    const settleWith = (settle: () => void) => () => {
      listeners.abort();
      settle();
    };
    const fail = settleWith(() => reject(new Error(`no ${event}`)));
    video.addEventListener(event, settleWith(resolve), options);
    video.addEventListener('error', fail, options);
    signal.addEventListener('abort', fail, options);
  });
}

/** No frame comes where two seeks end on the same one. */
const FRAME_TIMEOUT_MS = 200;

/** On a busy machine a video has been sought before it shows what was found. */
function waitForNextFrame(video: HTMLVideoElement): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, FRAME_TIMEOUT_MS);
    video.requestVideoFrameCallback(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Draws the middle of what a video shows so that it fills a canvas. */
function drawCovering(video: HTMLVideoElement, canvas: HTMLCanvasElement): void {
  const { videoWidth, videoHeight } = video;
  const scale = Math.min(videoWidth / canvas.width, videoHeight / canvas.height);
  const [width, height] = [canvas.width * scale, canvas.height * scale];
  canvas
    .getContext('2d')
    ?.drawImage(
      video,
      (videoWidth - width) / 2,
      (videoHeight - height) / 2,
      width,
      height,
      0,
      0,
      canvas.width,
      canvas.height,
    );
}

interface StripOptions {
  /** An object URL of the video. */
  url: string;
  /** Of the frames, in ms, one for each canvas. */
  times: readonly number[];
  canvases: readonly HTMLCanvasElement[];
  /** Nobody looks at the strip any more. */
  signal: AbortSignal;
}

/**
 * Draws frames of a video as they are found. It seeks, so that of a large file only the parts around
 * the frames are read. Rejects where the browser cannot decode the video.
 */
export async function drawStrip({ url, times, canvases, signal }: StripOptions): Promise<void> {
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.preload = 'metadata';
  try {
    const metadataLoaded = waitForEvent(video, 'loadedmetadata', signal);
    video.src = url;
    await metadataLoaded;
    if (video.videoWidth === 0) throw new Error('sound only');
    for (const [index, canvas] of canvases.entries()) {
      const seeked = waitForEvent(video, 'seeked', signal);
      const frameShown = waitForNextFrame(video);
      showStill(video, times[index] ?? 0);
      await seeked;
      await frameShown;
      drawCovering(video, canvas);
    }
  } finally {
    video.removeAttribute('src');
    // Only this makes it let go of the file.
    video.load();
  }
}
