import { formatTime } from '@pontual/contract/brasilia-time.ts';
import { errorCatalogue } from '@pontual/contract/errors.ts';
import { imageRatioFits } from '@pontual/contract/media.ts';
import { suggestedType, typesFor, type MediaTypeOption } from '@pontual/contract/post-rules.ts';
import { CAPTION_MAX, captionLength, type MediaType } from '@pontual/contract/posts.ts';
import { isAccepted } from './file-rules.ts';
import { earliest, fromFields, isOffered, type WallFields } from './shortcuts.ts';

export interface PickedFile {
  file: File;
  /** An object URL of the file, for previews. */
  url: string;
  kind: 'image' | 'video';
  /** 0 where the browser cannot show the file, as with HEIC and some videos. */
  width: number;
  height: number;
}

/** What the user chose and typed; it outlives every step. */
export interface Form {
  files: readonly PickedFile[];
  caption: string;
  when: WallFields;
}

export interface Faults {
  /** The type does not take these files. */
  type?: string;
  caption?: string;
  when?: string;
}

/** Why a chosen time cannot be had. */
function faultOfTime(instant: Date | null, now: Date): string | null {
  if (instant === null) return 'Selecione data e hora';
  if (instant < now) return errorCatalogue.SCHEDULED_TIME_PAST.message;
  if (isOffered(instant, now)) return null;
  return `Este horário está próximo demais. Escolha a partir das ${formatTime(earliest(now))}.`;
}

const kindsOf = (files: readonly PickedFile[]) => files.map(({ kind }) => kind);

/** The types that these files can become, the likeliest first. */
export function typesOf({ files }: Pick<Form, 'files'>): MediaType[] {
  const kinds = kindsOf(files);
  const likeliest = suggestedType(kinds);
  return typesFor(kinds).toSorted((a, b) => Number(b === likeliest) - Number(a === likeliest));
}

/** Whether a type is on offer for these very files: a story, for one, takes no AVI. */
export function offersType(
  options: readonly MediaTypeOption[],
  type: MediaType,
  files: readonly PickedFile[],
): boolean {
  const option = options.find(({ value }) => value === type);
  return option !== undefined && files.every(({ file }) => isAccepted(file, option.accepts));
}

/** Instagram's feed takes no image that is too tall or too wide; a story takes any. */
export function outOfFeed(file: Pick<PickedFile, 'kind' | 'width' | 'height'>): boolean {
  const { kind, width, height } = file;
  return kind === 'image' && width > 0 && !imageRatioFits(width, height);
}

/** What the files are taken for. A tall photo that the feed would refuse was made for a story. */
export function detectedType(files: readonly PickedFile[]): MediaType | null {
  const [first] = files;
  if (first === undefined) return null;
  const tall = files.length === 1 && outOfFeed(first) && first.height > first.width;
  return tall ? 'STORIES' : suggestedType(kindsOf(files));
}

/** What keeps a form from being sent. */
export function faultsOf({ files, caption, when }: Form, mediaType: MediaType, now: Date): Faults {
  const faults: Faults = {};
  if (mediaType !== 'STORIES' && files.some(outOfFeed)) {
    faults.type = errorCatalogue.IMAGE_RATIO.message;
  }
  if (captionLength(caption) > CAPTION_MAX) {
    faults.caption = `Legenda deve ter no máximo ${CAPTION_MAX} caracteres`;
  }
  const wrongTime = faultOfTime(fromFields(when), now);
  if (wrongTime !== null) faults.when = wrongTime;
  return faults;
}
