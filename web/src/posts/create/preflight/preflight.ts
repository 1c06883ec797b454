import {
  captionCounts,
  captionParts,
  HASHTAG_MAX,
  MENTION_MAX,
} from '@pontual/contract/captions.ts';
import type { MediaType } from '@pontual/contract/posts.ts';
import { coverFault, videoLengthFault } from '@pontual/contract/video-lengths.ts';
import { captionRoom } from '../../caption-text.ts';
import type { Form, PickedFile } from '../form-rules.ts';
import type { WizardAction } from '../wizard-state.ts';

/** What mends a finding: a change of the form, or the place where its owner does it. */
export type Mend =
  | { label: string; action: WizardAction }
  | { label: string; at: 'caption' | 'when' | Elsewhere };

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
      text: 'Conta do Instagram não conectada. O post não será publicado até você conectar uma conta.',
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
  const counts = captionCounts(caption);
  for (const { kind, of, max, name } of marks) {
    const count = counts[of];
    if (count <= max) continue;
    findings.push({
      id: kind,
      text: `Instagram aceita até ${max} ${name}. Remova ${count - max}.`,
      mend: {
        label: `Remover as últimas ${count - max}`,
        action: { type: 'captionTyped', caption: withoutLast(caption, kind, max) },
      },
    });
  }
  if (type === 'STORIES' && caption !== '') {
    findings.push({
      id: 'story-caption',
      text: 'O Instagram não mostra legenda em Stories.',
      mend: { label: 'Remover a legenda', action: { type: 'captionTyped', caption: '' } },
      isWarning: true,
    });
  }
  return findings;
}

const marks = [
  { kind: 'hashtag', of: 'hashtags', max: HASHTAG_MAX, name: 'hashtags' },
  { kind: 'mention', of: 'mentions', max: MENTION_MAX, name: 'menções' },
] as const;

/** A caption that keeps the first `max` of its hashtags or mentions. */
export function withoutLast(caption: string, kind: 'hashtag' | 'mention', max: number): string {
  let seen = 0;
  const kept = captionParts(caption).filter((part) => part.kind !== kind || (seen += 1) <= max);
  // Two spaces stand where one of them stood.
  return kept
    .map(({ text }) => text)
    .join('')
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/ +$/gm, '');
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
