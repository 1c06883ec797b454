import { AppError } from '../http/app-error.ts';
import { readBoxes, type BoxFacts } from './media.boxes.ts';
import { videoRefusal, type VideoFacts } from './media.rules.ts';

/** The index is read into memory whole; that of 15 minutes at 60 frames has about 2 MB. */
const MAX_INDEX_BYTES = 32 * 1024 * 1024;
/** Enough for the frame rate. */
const FRAMES_PROBED = 256;

/**
 * Reads what a video is.
 * @throws AppError MEDIA_UNREADABLE, and VIDEO_UNFIT with the reason when Instagram takes no such
 *   video in any type of post
 */
export async function probeVideo(path: string): Promise<VideoFacts> {
  const boxes = await readBoxes(path);
  if (boxes === undefined || boxes.indexBytes > MAX_INDEX_BYTES) {
    throw new AppError('MEDIA_UNREADABLE');
  }
  const facts = await readTracks(path, boxes).catch(() => undefined);
  // Whatever the reader says of it, the file is no video we can use.
  if (facts === undefined) throw new AppError('MEDIA_UNREADABLE');
  const message = videoRefusal(facts);
  if (message !== undefined) throw new AppError('VIDEO_UNFIT', { message });
  return facts;
}

async function readTracks(path: string, boxes: BoxFacts): Promise<VideoFacts | undefined> {
  // Loaded with the first video: a process that only publishes never needs it.
  const { FilePathSource, Input, MP4, QTFF } = await import('mediabunny');
  const source = new FilePathSource(path, { handleUnhandledError: () => undefined });
  const input = new Input({ source, formats: [MP4, QTFF] });
  try {
    const track = await input.getPrimaryVideoTrack();
    const audio = await input.getPrimaryAudioTrack();
    if (track === null) return undefined;
    const width = await track.getDisplayWidth();
    const { averagePacketRate } = await track.computePacketStats(FRAMES_PROBED);
    return {
      width,
      height: await track.getDisplayHeight(),
      widest: Math.max(width, await track.getCodedWidth()),
      durationMs: Math.round((await input.computeDuration()) * 1000),
      codec: await track.getCodec(),
      audioCodec: audio === null ? 'none' : await audio.getCodec(),
      // 59.94 and its like are no whole numbers, and the average of a few frames is not exact.
      framesPerSecond: Math.round(averagePacketRate * 10) / 10,
      isFragmented: boxes.isFragmented,
      isIndexFirst: boxes.isIndexFirst,
    };
  } finally {
    input.dispose();
  }
}
