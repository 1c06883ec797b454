import { fromBrasilia, toBrasilia } from '@pontual/contract/shared/brasilia-time.ts';
import type {
  AnnouncedFile,
  BatchColumn,
  BatchLine,
  BatchIssue,
  CheckedLine,
} from '@pontual/contract/planning/bulk.ts';
import { collaborators as collaboratorsSchema } from '@pontual/contract/posts/post-changes.ts';
import { suggestMediaType } from '@pontual/contract/posts/post-rules.ts';
import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { findFiles, type FilesByName } from './files-by-name.ts';
import {
  parseDay,
  parseTimeOfDay,
  splitDayAndTime,
  type ParsedDate,
  type TimeOfDay,
  type ParseResult,
} from './date-parser.ts';
import { normalizeText } from './normalize-text.ts';

export const lineIssue = (
  column: BatchColumn,
  code: BatchIssue['code'],
  message: string,
  isWarning = false,
): BatchIssue => ({ column, code, message, isWarning });

export type ParsedLine = Omit<CheckedLine, 'scheduledTime'> & { scheduledTime: Date | null };

export function parseLine(
  line: BatchLine,
  {
    files,
    filesByName,
    now,
  }: { files: readonly AnnouncedFile[]; filesByName: FilesByName; now: Date },
): ParsedLine {
  const issues: BatchIssue[] = [];
  const found = findFiles(line.files, filesByName);
  issues.push(...found.issues);
  const kinds = found.indexes.flatMap((index) => files[index]?.kind ?? []);
  const scheduledTime = parseDueTime(line, now, issues);
  return {
    files: found.indexes,
    scheduledTime,
    mediaType: parseType(line.type, kinds, issues),
    collaborators: parseCollaborators(line.collaborators, issues),
    shareToFeed: parseShareToFeed(line.feed, issues),
    issues,
  };
}

function parseDueTime(line: BatchLine, now: Date, issues: BatchIssue[]): Date | null {
  const cell = splitDayAndTime(line.day);
  const timeText = line.hour.trim() === '' ? cell.time : line.hour;
  const day = parseDay(cell.day, toBrasilia(now));
  const hour = parseTimeOfDay(timeText);
  const found = [dateTimeIssue('day', day, cell.day), dateTimeIssue('hour', hour, timeText)];
  issues.push(...found.filter((issue) => issue !== undefined));
  if (!('value' in day) || !('value' in hour)) return null;
  return fromBrasilia({ ...day.value, ...hour.value });
}

const dateTimeTexts = {
  day: { missing: 'Diga o dia', label: 'o dia', example: '28/11/2026' },
  hour: { missing: 'Diga a hora', label: 'a hora', example: '18:30' },
} as const;
const issueCodes = {
  day: { missing: 'DAY_REQUIRED', unreadable: 'DAY_UNREADABLE', nonexistent: 'DAY_NONEXISTENT' },
  hour: {
    missing: 'HOUR_REQUIRED',
    unreadable: 'HOUR_UNREADABLE',
    nonexistent: 'HOUR_NONEXISTENT',
  },
} as const;

function dateTimeIssue(
  column: 'day' | 'hour',
  parsed: ParseResult<ParsedDate> | ParseResult<TimeOfDay>,
  text: string,
): BatchIssue | undefined {
  if ('value' in parsed) return undefined;
  const { missing, label, example } = dateTimeTexts[column];
  const messages = {
    missing: `${missing}, como ${example}.`,
    unreadable: `Não entendemos ${label} “${text.trim()}”. Escreva como ${example}.`,
    nonexistent: 'message' in parsed ? `${parsed.message}.` : '',
  };
  return lineIssue(column, issueCodes[column][parsed.reason], messages[parsed.reason]);
}

const typeByText: Record<string, MediaType | 'feed'> = {
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

function parseType(
  text: string,
  kinds: readonly ('image' | 'video')[],
  issues: BatchIssue[],
): MediaType {
  const normalized = normalizeText(text).replace(/^post de /, '');
  const suggested = suggestMediaType(kinds);
  if (normalized === '') return suggested;
  const type = Object.hasOwn(typeByText, normalized) ? typeByText[normalized] : undefined;
  if (type === 'feed') return suggested === 'REELS' ? 'VIDEO' : suggested;
  if (type !== undefined) return type;
  const message = `Não existe o tipo “${text.trim()}”. Escreva Imagem, Vídeo, Reels, Stories ou Carrossel.`;
  issues.push(lineIssue('type', 'TYPE_UNREADABLE', message));
  return suggested;
}

function parseCollaborators(text: string, issues: BatchIssue[]): string[] {
  const names = text.split(/[\s,;|]+/).filter((name) => name !== '');
  const read = collaboratorsSchema.safeParse(names);
  if (read.success) return read.data;
  const message = read.error.issues[0]?.message ?? 'A lista de colaboradores é inválida';
  issues.push(lineIssue('collaborators', 'COLLABORATORS', `${message}.`));
  return [];
}

const affirmatives = new Set(['', 'sim', 's', 'x', '1', 'verdadeiro', 'true']);
const negatives = new Set(['nao', 'n', '0', 'falso', 'false']);

function parseShareToFeed(text: string, issues: BatchIssue[]): boolean {
  const normalized = normalizeText(text);
  if (affirmatives.has(normalized)) return true;
  if (negatives.has(normalized)) return false;
  const message = `Não entendemos “${text.trim()}”. Escreva sim ou não.`;
  issues.push(lineIssue('feed', 'FEED_UNREADABLE', message));
  return true;
}
