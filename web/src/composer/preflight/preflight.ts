import { HASHTAGS_PER_POST } from '@pontual/contract/shared/instagram-limits.ts';
import { captionCounts, hashtagIssue } from '@pontual/contract/posts/captions.ts';
import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { fieldsIn } from '@pontual/contract/posts/template-text.ts';
import { coverFault, videoLengthFault } from '@pontual/contract/posts/video-lengths.ts';
import { instagramLimits } from '../../instagram/installed-limits.ts';
import {
  checkCaptionCounts,
  captionLengthState,
  exceededLimitText,
  type ExceededLimit,
} from '../../posts/caption-text.ts';
import { validateComment } from '../first-comment/first-comment.rules.ts';
import { NOT_CONNECTED } from '../../posts/not-connected.ts';
import { listPositionedParts, type TextEdit } from '../../posts/hashtag-text.ts';
import type { PostForm, PickedFile } from '../form.rules.ts';
import type { WizardAction } from '../wizard-state.ts';

export type Fix =
  | { label: string; action: WizardAction }
  | { label: string; edit: TextEdit }
  | { label: string; target: 'caption' | 'comment' | 'when' | FixTarget };

/** Targets outside the details step. */
export type FixTarget = 'files' | 'type' | 'account';

/** Why Instagram, or the plan, would refuse the post. */
export interface Finding {
  /** Unique per kind, or per kind and file. */
  id: string;
  text: string;
  fix: Fix;
  isWarning?: boolean;
  /** The finding may not apply to this post: it links to the rule and can be dismissed. */
  reminder?: { label: string; href: string };
}

interface PreflightContext {
  isConnected: boolean;
  /** Null without a chosen due time. */
  timeError: string | null;
}

export function runPreflight(
  form: PostForm,
  type: MediaType,
  { isConnected, timeError }: PreflightContext,
): Finding[] {
  const findings = [
    ...checkCaption(form.caption, type),
    ...checkComment(form.firstComment, type),
    ...form.files.flatMap((file, index) => checkVideoLength(file, index, form.files, type)),
    ...checkCover(form, type),
  ];
  if (timeError !== null) {
    findings.push({
      id: 'when',
      text: timeError,
      fix: { label: 'Escolher outra hora', target: 'when' },
    });
  }
  if (!isConnected) {
    findings.push({
      id: 'account',
      text: NOT_CONNECTED,
      fix: { label: 'Conectar Instagram', target: 'account' },
      isWarning: true,
    });
  }
  return findings;
}

function checkCaption(caption: string, type: MediaType): Finding[] {
  const findings: Finding[] = [];
  const { remaining } = captionLengthState(caption);
  if (remaining < 0) {
    const text = `A legenda passa do limite em ${-remaining} ${-remaining === 1 ? 'caractere' : 'caracteres'}.`;
    findings.push({ id: 'length', text, fix: { label: 'Encurtar a legenda', target: 'caption' } });
  }
  for (const refusal of checkCaptionCounts(caption).exceeded) {
    findings.push({
      id: refusal.kind,
      text: exceededLimitText(refusal),
      fix: {
        label: removalLabel(refusal.excess),
        edit: removeExcess(caption, refusal.kind, refusal.max),
      },
    });
  }
  const { hashtags } = captionCounts(caption);
  const { maxHashtags } = instagramLimits();
  const warning = type === 'STORIES' || hashtags > maxHashtags ? undefined : hashtagIssue(caption);
  if (warning !== undefined) {
    findings.push({
      id: 'hashtags',
      text: warning,
      fix: {
        label: removalLabel(hashtags - HASHTAGS_PER_POST),
        edit: removeExcess(caption, 'hashtag', HASHTAGS_PER_POST),
      },
      isWarning: true,
    });
  }
  const openPlaceholders = fieldsIn(caption).map((name) => `{${name}}`);
  if (openPlaceholders.length > 0) {
    findings.push({
      id: 'fields',
      text: `Ainda há o que completar na legenda: ${openPlaceholders.join(', ')}.`,
      fix: { label: 'Completar a legenda', target: 'caption' },
      isWarning: true,
    });
  }
  if (type === 'STORIES' && caption !== '') {
    findings.push({
      id: 'story-caption',
      text: 'O Instagram não mostra legenda em Stories.',
      fix: { label: 'Remover a legenda', edit: { start: 0, end: caption.length, text: '' } },
      isWarning: true,
    });
  }
  return findings;
}

function checkComment(comment: string, type: MediaType): Finding[] {
  if (type === 'STORIES') return [];
  const fix: Fix = { label: 'Encurtar o comentário', target: 'comment' };
  const error = validateComment(comment);
  if (error !== undefined) return [{ id: 'comment', text: error, fix }];
  const warning = hashtagIssue(comment, 'comentário');
  if (warning === undefined) return [];
  return [{ id: 'comment-hashtags', text: warning, fix, isWarning: true }];
}

const removalLabel = (count: number): string =>
  count === 1 ? 'Remover a última' : `Remover as últimas ${count}`;

/** Removes each excess hashtag or mention with one adjacent space. */
export function removeExcess(caption: string, kind: ExceededLimit['kind'], most: number): TextEdit {
  const excess = listPositionedParts(caption)
    .filter((part) => part.kind === kind)
    .slice(most);
  const first = excess[0]?.start ?? caption.length;
  let start = first;
  let from = first;
  let text = '';
  for (const part of excess) {
    const end = part.start + part.text.length;
    const before = caption.slice(from, part.start);
    if (before.endsWith(' ')) text += before.slice(0, -1);
    else text += before;
    from = end;
    if (part.start === first && caption[first - 1] === ' ') start = first - 1;
    // At the start of a line only a following space can be removed.
    else if (!before.endsWith(' ') && caption[end] === ' ') from = end + 1;
  }
  return { start, end: from, text };
}

function checkVideoLength(
  file: PickedFile,
  index: number,
  files: readonly PickedFile[],
  type: MediaType,
): Finding[] {
  if (file.kind !== 'video' || file.durationMs === null) return [];
  const error = videoLengthFault(type, file.durationMs);
  if (error === undefined) return [];
  const several = files.length > 1;
  const text = several ? `Vídeo ${index + 1} de ${files.length}: ${error}` : error;
  const fitsReel = type === 'STORIES' && videoLengthFault('REELS', file.durationMs) === undefined;
  const fix: Fix = fitsReel
    ? { label: 'Escolher outro tipo', target: 'type' }
    : { label: several ? 'Voltar aos arquivos' : 'Trocar o vídeo', target: 'files' };
  return [{ id: `length ${file.url}`, text, fix }];
}

function checkCover({ files, thumbOffset }: PostForm, type: MediaType): Finding[] {
  const text = coverFault(type, thumbOffset, files[0]?.durationMs ?? null);
  if (text === undefined) return [];
  const action: WizardAction = { type: 'optionsChosen', options: { thumbOffset: 0 } };
  return [{ id: 'cover', text, fix: { label: 'Usar o primeiro quadro', action } }];
}
