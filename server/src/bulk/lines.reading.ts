import { fromBrasilia, toBrasilia } from '@pontual/contract/brasilia-time.ts';
import type {
  AnnouncedFile,
  BatchColumn,
  BatchLine,
  BatchProblem,
  CheckedLine,
} from '@pontual/contract/bulk.ts';
import { collaborators as collaboratorsSchema } from '@pontual/contract/post-changes.ts';
import { suggestedType } from '@pontual/contract/post-rules.ts';
import type { MediaType } from '@pontual/contract/posts.ts';
import { findFiles, type NamedFiles } from './named-files.ts';
import {
  readDay,
  readHour,
  splitDayAndHour,
  type Day,
  type Hour,
  type Written,
} from './written-dates.ts';
import { plain } from './written-words.ts';

/** Something of a line that is in nobody's way unless it says so. */
export const problem = (
  column: BatchColumn,
  code: BatchProblem['code'],
  message: string,
  isWarning = false,
): BatchProblem => ({ column, code, message, isWarning });

/** A line as it is understood; what it says of time is an instant. */
export type ReadLine = Omit<CheckedLine, 'scheduledTime'> & { scheduledTime: Date | null };

/** What a line says, word by word, without asking whether a post can be made of it. */
export function readLine(
  line: BatchLine,
  { files, named, now }: { files: readonly AnnouncedFile[]; named: NamedFiles; now: Date },
): ReadLine {
  const problems: BatchProblem[] = [];
  const found = findFiles(line.files, named);
  problems.push(...found.problems);
  const kinds = found.indexes.flatMap((index) => files[index]?.kind ?? []);
  const scheduledTime = readTime(line, now, problems);
  return {
    files: found.indexes,
    scheduledTime,
    mediaType: readType(line.type, kinds, problems),
    collaborators: readCollaborators(line.collaborators, problems),
    shareToFeed: readFeed(line.feed, problems),
    problems,
  };
}

function readTime(line: BatchLine, now: Date, problems: BatchProblem[]): Date | null {
  const cell = splitDayAndHour(line.day);
  const hourText = line.hour.trim() === '' ? cell.hour : line.hour;
  const day = readDay(cell.day, toBrasilia(now));
  const hour = readHour(hourText);
  const faults = [faultOf('day', day, cell.day), faultOf('hour', hour, hourText)];
  problems.push(...faults.filter((fault) => fault !== undefined));
  if (!('value' in day) || !('value' in hour)) return null;
  return fromBrasilia({ ...day.value, ...hour.value });
}

/** In a sentence, what is wrong with a day or an hour, and how it is written. */
const words = {
  day: { missing: 'Diga o dia', said: 'o dia', example: '28/11/2026' },
  hour: { missing: 'Diga a hora', said: 'a hora', example: '18:30' },
} as const;
const codes = {
  day: { missing: 'DAY_REQUIRED', unreadable: 'DAY_UNREADABLE', nonexistent: 'DAY_NONEXISTENT' },
  hour: {
    missing: 'HOUR_REQUIRED',
    unreadable: 'HOUR_UNREADABLE',
    nonexistent: 'HOUR_NONEXISTENT',
  },
} as const;

function faultOf(
  column: 'day' | 'hour',
  written: Written<Day> | Written<Hour>,
  text: string,
): BatchProblem | undefined {
  if ('value' in written) return undefined;
  const { missing, said, example } = words[column];
  const sentences = {
    missing: `${missing}, como ${example}.`,
    unreadable: `Não entendemos ${said} “${text.trim()}”. Escreva como ${example}.`,
    nonexistent: 'said' in written ? `${written.said}.` : '',
  };
  return problem(column, codes[column][written.fault], sentences[written.fault]);
}

/** Words for types; of those for the feed, the files say which. */
const typeWords: Record<string, MediaType | 'feed'> = {
  imagem: 'IMAGE',
  foto: 'IMAGE',
  image: 'IMAGE',
  fotografia: 'IMAGE',
  video: 'VIDEO',
  reels: 'REELS',
  reel: 'REELS',
  story: 'STORIES',
  stories: 'STORIES',
  storie: 'STORIES',
  storys: 'STORIES',
  carrossel: 'CAROUSEL',
  carousel: 'CAROUSEL',
  carrosel: 'CAROUSEL',
  album: 'CAROUSEL',
  post: 'feed',
  feed: 'feed',
};

function readType(
  text: string,
  kinds: readonly ('image' | 'video')[],
  problems: BatchProblem[],
): MediaType {
  const said = plain(text).replace(/^post de /, '');
  const suggested = suggestedType(kinds);
  if (said === '') return suggested;
  const type = Object.hasOwn(typeWords, said) ? typeWords[said] : undefined;
  if (type === 'feed') return suggested === 'REELS' ? 'VIDEO' : suggested;
  if (type !== undefined) return type;
  const message = `Não existe o tipo “${text.trim()}”. Escreva Imagem, Vídeo, Reels, Stories ou Carrossel.`;
  problems.push(problem('type', 'TYPE_UNREADABLE', message));
  return suggested;
}

function readCollaborators(text: string, problems: BatchProblem[]): string[] {
  const names = text.split(/[\s,;|]+/).filter((name) => name !== '');
  const read = collaboratorsSchema.safeParse(names);
  if (read.success) return read.data;
  const message = read.error.issues[0]?.message ?? 'A lista de colaboradores é inválida';
  problems.push(problem('collaborators', 'COLLABORATORS', `${message}.`));
  return [];
}

const yes = new Set(['', 'sim', 's', 'x', '1', 'verdadeiro', 'true']);
const no = new Set(['nao', 'n', '0', 'falso', 'false']);

function readFeed(text: string, problems: BatchProblem[]): boolean {
  const said = plain(text);
  if (yes.has(said)) return true;
  if (no.has(said)) return false;
  const message = `Não entendemos “${text.trim()}”. Escreva sim ou não.`;
  problems.push(problem('feed', 'FEED_UNREADABLE', message));
  return true;
}
