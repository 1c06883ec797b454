/** A browser that seeks to time 0 may show nothing. */
const MIN_SEEK_MS = 1;

/** The browser defers the seek until it is possible. */
export function showStill(video: HTMLVideoElement, offset: number): void {
  video.currentTime = Math.max(MIN_SEEK_MS, offset) / 1000;
}
