import {
  captionCounts,
  HASHTAG_MAX,
  hashtagRemark,
  HASHTAGS_PER_POST,
} from '@pontual/contract/captions.ts';
import type { MediaType } from '@pontual/contract/posts.ts';
import { fieldsIn } from '@pontual/contract/template-text.ts';
import { coverFault, videoLengthFault } from '@pontual/contract/video-lengths.ts';
import { captionMarks, captionRoom, refusalText, type Refusal } from '../../caption-text.ts';
import { commentFault } from '../comment/comment-fault.ts';
import { NOT_CONNECTED } from '../../not-connected.ts';
import { placedParts, type Edit } from '../caption/hashtag-text.ts';
import type { Form, PickedFile } from '../form-rules.ts';
import type { WizardAction } from '../wizard-state.ts';

/** What mends a finding: a change of the form, one of its caption, or the place where its owner does it. */
export type Mend =
  | { label: string; action: WizardAction }
  | { label: string; edit: Edit }
  | { label: string; at: 'caption' | 'comment' | 'when' | Elsewhere };

/** Not on the step of the details. */
export type Elsewhere = 'files' | 'type' | 'account';

/** Something that Instagram, or the plan, would refuse. */
export interface Finding {
  /** Of its kind; there is one of each, or one for each file. */
  id: string;
  text: string;
  mend: Mend;
  /** The post can be scheduled all the same. */
  isWarning?: boolean;
  /** It may not be meant at all: it says where the rule stands, and can be dismissed. */
  reminder?: { label: string; href: string };
}

interface Circumstances {
  connected: boolean;
  /** Why the chosen moment cannot be had, once one is chosen. */
  timeFault: string | null;
}

/** What would be refused of a post as it stands, before anybody sends it. */
export function findingsOf(
  form: Form,
  type: MediaType,
  { connected, timeFault }: Circumstances,
): Finding[] {
  const findings = [
    ...captionFindings(form.caption, type),
    ...commentFindings(form.firstComment, type),
    ...form.files.flatMap((file, index) => fileFindings(file, index, form.files, type)),
    ...coverFindings(form, type),
  ];
  if (timeFault !== null) {
    findings.push({
      id: 'when',
      text: timeFault,
      mend: { label: 'Escolher outra hora', at: 'when' },
    });
  }
  if (!connected) {
    findings.push({
      id: 'account',
      text: NOT_CONNECTED,
      mend: { label: 'Conectar Instagram', at: 'account' },
      isWarning: true,
    });
  }
  return findings;
}

function captionFindings(caption: string, type: MediaType): Finding[] {
  const findings: Finding[] = [];
  const { left } = captionRoom(caption);
  if (left < 0) {
    const text = `A legenda passa do limite em ${-left} ${-left === 1 ? 'caractere' : 'caracteres'}.`;
    findings.push({ id: 'length', text, mend: { label: 'Encurtar a legenda', at: 'caption' } });
  }
  for (const refusal of captionMarks(caption).refusals) {
    findings.push({
      id: refusal.kind,
      text: refusalText(refusal),
      mend: {
        label: removalOf(refusal.excess),
        edit: lastRemoved(caption, refusal.kind, refusal.most),
      },
    });
  }
  const { hashtags } = captionCounts(caption);
  const remark = type === 'STORIES' || hashtags > HASHTAG_MAX ? undefined : hashtagRemark(caption);
  if (remark !== undefined) {
    findings.push({
      id: 'hashtags',
      text: remark,
      mend: {
        label: removalOf(hashtags - HASHTAGS_PER_POST),
        edit: lastRemoved(caption, 'hashtag', HASHTAGS_PER_POST),
      },
      isWarning: true,
    });
  }
  const open = fieldsIn(caption).map((name) => `{${name}}`);
  if (open.length > 0) {
    findings.push({
      id: 'fields',
      text: `Ainda há o que completar na legenda: ${open.join(', ')}.`,
      mend: { label: 'Completar a legenda', at: 'caption' },
      isWarning: true,
    });
  }
  if (type === 'STORIES' && caption !== '') {
    findings.push({
      id: 'story-caption',
      text: 'O Instagram não mostra legenda em Stories.',
      mend: { label: 'Remover a legenda', edit: { start: 0, end: caption.length, text: '' } },
      isWarning: true,
    });
  }
  return findings;
}

function commentFindings(comment: string, type: MediaType): Finding[] {
  if (type === 'STORIES') return [];
  const mend: Mend = { label: 'Encurtar o comentário', at: 'comment' };
  const fault = commentFault(comment);
  if (fault !== undefined) return [{ id: 'comment', text: fault, mend }];
  const remark = hashtagRemark(comment, 'comentário');
  if (remark === undefined) return [];
  return [{ id: 'comment-hashtags', text: remark, mend, isWarning: true }];
}

const removalOf = (count: number): string =>
  count === 1 ? 'Remover a última' : `Remover as últimas ${count}`;

/** Takes out all hashtags or mentions but the first `most`, each with one space beside it. */
export function lastRemoved(caption: string, kind: Refusal['kind'], most: number): Edit {
  const going = placedParts(caption)
    .filter((part) => part.kind === kind)
    .slice(most);
  const first = going[0]?.start ?? caption.length;
  let start = first;
  let from = first;
  let text = '';
  for (const part of going) {
    const end = part.start + part.text.length;
    const before = caption.slice(from, part.start);
    if (before.endsWith(' ')) text += before.slice(0, -1);
    else text += before;
    from = end;
    if (part.start === first && caption[first - 1] === ' ') start = first - 1;
    // At the start of a line there is only the one that follows.
    else if (!before.endsWith(' ') && caption[end] === ' ') from = end + 1;
  }
  return { start, end: from, text };
}

function fileFindings(
  file: PickedFile,
  index: number,
  files: readonly PickedFile[],
  type: MediaType,
): Finding[] {
  if (file.kind !== 'video' || file.durationMs === null) return [];
  const fault = videoLengthFault(type, file.durationMs);
  if (fault === undefined) return [];
  const several = files.length > 1;
  const text = several ? `Vídeo ${index + 1} de ${files.length}: ${fault}` : fault;
  const fitsReel = type === 'STORIES' && videoLengthFault('REELS', file.durationMs) === undefined;
  const mend: Mend = fitsReel
    ? { label: 'Escolher outro tipo', at: 'type' }
    : { label: several ? 'Voltar aos arquivos' : 'Trocar o vídeo', at: 'files' };
  return [{ id: `length ${file.url}`, text, mend }];
}

function coverFindings({ files, thumbOffset }: Form, type: MediaType): Finding[] {
  const text = coverFault(type, thumbOffset, files[0]?.durationMs ?? null);
  if (text === undefined) return [];
  const action: WizardAction = { type: 'optionsChosen', options: { thumbOffset: 0 } };
  return [{ id: 'cover', text, mend: { label: 'Usar o primeiro quadro', action } }];
}
