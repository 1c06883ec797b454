import { open, stat } from 'node:fs/promises';
import { Decoder, Demuxer, FilterAPI } from 'node-av/api';
import {
  AV_DISPOSITION_ATTACHED_PIC,
  AV_FIELD_PROGRESSIVE,
  AV_FIELD_UNKNOWN,
  AV_LOG_QUIET,
  AV_PKT_DATA_DISPLAYMATRIX,
  AVCOL_TRC_ARIB_STD_B67,
  AVCOL_TRC_SMPTE2084,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
  AVSEEK_FLAG_BACKWARD,
} from 'node-av/constants';
import {
  avGetCodecName,
  avGetPixFmtName,
  Log,
  type CodecParameters,
  type Frame,
  type Stream,
} from 'node-av/lib';
import sharp, { type Sharp } from 'sharp';
import { MAX_IMAGE_WIDTH } from '@pontual/contract/shared/instagram-limits.ts';
import { findVideoIssue } from '../conversion/video-plan.ts';
import { readBoxes } from './mp4-boxes.ts';
import { writeCover } from './images.ts';
import { MediaRefusal } from './refusal.ts';
import type { Tasks, VideoContainer, VideoMetadata } from './tasks.ts';

Log.setLevel(AV_LOG_QUIET);

/** The first frames are often black. */
const COVER_AT_SECONDS = 1;
/** At most as wide as our images and as high as a phone screen. */
const COVER = { width: MAX_IMAGE_WIDTH, height: 2560 };
/** Each thread holds frames in memory. */
export const DECODER_THREADS = 2;
/** The video then counts as having none. */
const MAX_PACKETS_WITHOUT_FRAME = 1000;
/** FFmpeg writes these into every file; they contain no personal data. */
const ordinaryMetadata = new Set(
  'major_brand minor_version compatible_brands encoder software'.split(' '),
);

/** @throws MediaRefusal when no post type accepts the video, or the decoder's error */
export async function probeVideo(input: Tasks['probe']['input']): Promise<VideoMetadata> {
  const facts = await readMetadata(input.path, input.container);
  const reason = findVideoIssue(facts);
  if (reason !== undefined) throw new MediaRefusal('VIDEO_UNFIT', reason);
  if (input.pictures !== undefined) {
    await using demuxer = await openVideo(input.path, input.container);
    const frame = await renderCover(demuxer, facts);
    await writeCover(frame, input.pictures.cover, input.pictures.thumbnail);
  }
  return facts;
}

/** In the detected format, FFmpeg follows no playlist and reads only this file. */
export const openVideo = (path: string, format: VideoContainer): Promise<Demuxer> =>
  Demuxer.open(path, { format, options: { protocol_whitelist: 'file' } });

/** Ignores the cover picture of an audio track. */
export function findVideoStream(demuxer: Demuxer): Stream {
  const stream = demuxer.streams.find(
    ({ codecpar, disposition }) =>
      codecpar.codecType === AVMEDIA_TYPE_VIDEO &&
      (disposition & AV_DISPOSITION_ATTACHED_PIC) === 0,
  );
  if (stream === undefined) throw new MediaRefusal('MEDIA_UNREADABLE');
  return stream;
}

/** @throws MediaRefusal without a video stream, or when the file is truncated */
export async function readMetadata(
  path: string,
  container: VideoContainer,
): Promise<VideoMetadata> {
  const boxes = container === 'mov' ? await readBoxes(path) : undefined;
  if (container === 'mov' && boxes === undefined) throw new MediaRefusal('MEDIA_UNREADABLE');
  if (boxes?.isComplete === false || (container === 'avi' && !(await isCompleteAvi(path)))) {
    throw new MediaRefusal(
      'MEDIA_UNREADABLE',
      'Este vídeo está incompleto: falta o fim do arquivo. Exporte-o de novo e envie outra vez.',
    );
  }
  await using demuxer = await openVideo(path, container);
  const stream = findVideoStream(demuxer);
  // 0 or NaN.
  if (!(demuxer.duration > 0)) throw new MediaRefusal('MEDIA_UNREADABLE');
  const { codecpar: picture } = stream;
  const sound = demuxer.audio()?.codecpar;
  const rotation = rotationOf(stream);
  const { num, den } = picture.sampleAspectRatio;
  const pixelAspectRatio = num > 0 && den > 0 ? num / den : 1;
  const [wide, high] = [Math.round(picture.width * pixelAspectRatio), picture.height];
  const isSideways = rotation === 90 || rotation === 270;
  const rate = stream.avgFrameRate;
  const { size } = await stat(path);
  return {
    container,
    width: isSideways ? high : wide,
    height: isSideways ? wide : high,
    rotation,
    hasSquarePixels: pixelAspectRatio === 1,
    codedWidth: picture.width,
    durationMs: Math.round(demuxer.duration * 1000),
    codec: avGetCodecName(picture.codecId) ?? 'unknown',
    pixelFormat:
      avGetPixFmtName(picture.format as Parameters<typeof avGetPixFmtName>[0]) ?? 'unknown',
    framesPerSecond: rate.den === 0 ? 0 : Math.round((rate.num / rate.den) * 10) / 10,
    isInterlaced: isInterlaced(picture),
    hdr: hdrTransfers.get(picture.colorTrc) ?? null,
    bytes: size,
    audio:
      sound === undefined
        ? null
        : {
            codec: avGetCodecName(sound.codecId) ?? 'unknown',
            channels: sound.channels,
            sampleRate: sound.sampleRate,
          },
    isQuickTime: boxes?.isQuickTime ?? false,
    isFragmented: boxes?.isFragmented ?? false,
    isIndexFirst: boxes?.isIndexFirst ?? false,
    edits: boxes?.edits ?? 'none',
    hasExtras: boxes?.hasUnknownBoxes === true || hasExtras(demuxer),
  };
}

const progressiveFieldOrders = new Set<unknown>([AV_FIELD_UNKNOWN, AV_FIELD_PROGRESSIVE]);

function isInterlaced(picture: CodecParameters): boolean {
  // The property is missing in the library's types.
  const { fieldOrder }: { fieldOrder?: unknown } = picture.toJSON();
  return fieldOrder !== undefined && !progressiveFieldOrders.has(fieldOrder);
}

const hdrTransfers = new Map<number, NonNullable<VideoMetadata['hdr']>>([
  [AVCOL_TRC_SMPTE2084, 'smpte2084'],
  [AVCOL_TRC_ARIB_STD_B67, 'arib-std-b67'],
]);

export const toneMapping = ({ hdr }: VideoMetadata): readonly string[] =>
  hdr === null
    ? []
    : [
        `zscale=tin=${hdr}:pin=bt2020:min=bt2020nc:t=linear:npl=100`,
        'format=gbrpf32le',
        'zscale=p=bt709',
        'tonemap=hable:desat=0',
        'zscale=t=bt709:m=bt709:r=tv',
      ];

/** An unfinished recording declares 0 and is read to its end. */
async function isCompleteAvi(path: string): Promise<boolean> {
  const header = Buffer.alloc(8);
  const file = await open(path);
  try {
    await file.read(header, 0, 8, 0);
    return header.readUInt32LE(4) + 8 <= (await file.stat()).size;
  } finally {
    await file.close();
  }
}

function hasExtras({ streams, metadata }: Demuxer): boolean {
  const types = streams.map(({ codecpar }) => codecpar.codecType);
  const trackCounts = [AVMEDIA_TYPE_VIDEO, AVMEDIA_TYPE_AUDIO].map(
    (type) => types.filter((found) => found === type).length,
  );
  const isPlain =
    trackCounts[0] === 1 &&
    (trackCounts[1] ?? 0) <= 1 &&
    types.length === (trackCounts[0] ?? 0) + (trackCounts[1] ?? 0);
  return !isPlain || Object.keys(metadata).some((name) => !ordinaryMetadata.has(name));
}

/** Clockwise, in degrees. */
function rotationOf({ codecpar }: Stream): VideoMetadata['rotation'] {
  const matrix = codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX);
  if (matrix === null || matrix.length < 36) return 0;
  const [cosine, sine] = [matrix.readInt32LE(0), matrix.readInt32LE(4)];
  const quarters = Math.round(Math.atan2(sine, cosine) / (Math.PI / 2));
  const turns = [0, 90, 180, 270] as const;
  return turns[((quarters % 4) + 4) % 4] ?? 0;
}

async function renderCover(demuxer: Demuxer, facts: VideoMetadata): Promise<Sharp> {
  const at = Math.min(COVER_AT_SECONDS, facts.durationMs / 3000);
  await demuxer.seek(at, -1, AVSEEK_FLAG_BACKWARD);
  const frame = await firstFrame(demuxer);
  if (frame === undefined) throw new MediaRefusal('MEDIA_UNREADABLE');
  try {
    return await frameToImage(frame, facts);
  } finally {
    frame.free();
  }
}

async function firstFrame(demuxer: Demuxer): Promise<Frame | undefined> {
  const stream = findVideoStream(demuxer);
  using decoder = await Decoder.create(stream, { context: { threadCount: DECODER_THREADS } });
  let packetCount = 0;
  for await (const packet of demuxer.packets(stream.index)) {
    const [frame, ...others] = await decoder.decodeAll(packet);
    packet?.free();
    for (const other of others) other.free();
    if (frame !== undefined) return frame;
    packetCount += 1;
    if (packet === null || packetCount > MAX_PACKETS_WITHOUT_FRAME) return undefined;
  }
  return undefined;
}

async function frameToImage(frame: Frame, facts: VideoMetadata): Promise<Sharp> {
  const isSideways = facts.rotation === 90 || facts.rotation === 270;
  const scale = Math.min(1, COVER.width / facts.width, COVER.height / facts.height);
  // The tone mapping filters require even sizes, and no picture is enlarged for that.
  const even = (side: number) => Math.max(2, Math.floor(Math.round(side * scale) / 2) * 2);
  const [wide, high] = [even(facts.width), even(facts.height)];
  const [width, height] = isSideways ? [high, wide] : [wide, high];
  const filters = [`scale=${width}:${height}`, ...toneMapping(facts), 'format=rgb24'];
  using filter = FilterAPI.create(filters.join(','), { threads: 1 });
  const [scaled, ...others] = await filter.processAll(frame);
  for (const other of others) other.free();
  if (scaled === undefined) throw new MediaRefusal('MEDIA_UNREADABLE');
  const raw = { width, height, channels: 3 } as const;
  const pixels = scaled.toBuffer();
  scaled.free();
  return sharp(pixels, { raw }).rotate(facts.rotation);
}
