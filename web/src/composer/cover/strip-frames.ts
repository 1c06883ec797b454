import { showStill } from '../preview/show-still.ts';

/** Rejects on a video error or when the signal aborts. */
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

/** Two seeks that end on the same frame produce no new one; waiting ends after this many ms. */
const FRAME_TIMEOUT_MS = 200;

/** On a busy machine `seeked` fires before the video shows the new frame. */
function waitForNextFrame(video: HTMLVideoElement): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, FRAME_TIMEOUT_MS);
    video.requestVideoFrameCallback(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

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
  url: string;
  /** In ms, one per canvas. */
  times: readonly number[];
  canvases: readonly HTMLCanvasElement[];
  signal: AbortSignal;
}

/** Seeks, so that the browser reads only parts of a large file. Rejects if it cannot decode the video. */
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
    // Only `load()` makes the browser release the file.
    video.load();
  }
}
