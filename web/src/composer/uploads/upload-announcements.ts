import { formatFileCount } from '@pontual/contract/media/media.ts';
import type { Wizard } from '../wizard-state.ts';
import { RETRY_LABEL, type Upload } from './upload-state.ts';

interface UploadableFile {
  url: string;
  file: { name: string; size: number };
}

/** `2 de 4 arquivos`; the files are sent one after the other. */
export function sentCountText(files: readonly UploadableFile[], sent: number): string {
  let end = 0;
  let sentFiles = 0;
  for (const { file } of files) {
    end += file.size;
    if (end <= sent) sentFiles += 1;
  }
  return `${sentFiles} de ${formatFileCount(files.length)}`;
}

/** Announces the start, half and the end. */
export function progressAnnouncement(
  fraction: number,
  { hasSeveral, nextStepText }: { hasSeveral: boolean; nextStepText: 'agendando' | 'salvando' },
): string {
  if (fraction >= 1)
    return `${hasSeveral ? 'Arquivos enviados' : 'Arquivo enviado'}, ${nextStepText}`;
  if (fraction >= 0.5) return hasSeveral ? 'Metade enviada' : 'Metade do arquivo enviada';
  return hasSeveral ? 'Enviando arquivos' : 'Enviando arquivo';
}

export function submitAnnouncement(wizard: Wizard): string {
  if (wizard.step === 'done' || wizard.sending.state !== 'sending') return '';
  const { sending, form } = wizard;
  if (form.files.length === 0) return '';
  const nextStepText = sending.submitMode === 'draft' ? 'salvando' : 'agendando';
  return progressAnnouncement(sending.fraction, {
    hasSeveral: form.files.length > 1,
    nextStepText,
  });
}

export function announceUploadChanges(
  files: readonly UploadableFile[],
  before: ReadonlyMap<string, Upload>,
  now: ReadonlyMap<string, Upload>,
): string | null {
  const announcements = files.flatMap(({ url, file }) => {
    const text = uploadStateText(now.get(url), file);
    return text === null || text === uploadStateText(before.get(url), file) ? [] : [text];
  });
  return announcements.length === 0 ? null : announcements.map(asSentence).join(' ');
}

/** Messages of the server already end with a full stop. */
const asSentence = (text: string) => (text.endsWith('.') ? text : `${text}.`);

/** Refused files have their own alert, which is announced. */
function uploadStateText(
  upload: Upload | undefined,
  { name, size }: UploadableFile['file'],
): string | null {
  switch (upload?.state) {
    case undefined:
    case 'queued':
    case 'refused':
      return null;
    case 'sending':
      return upload.sent * 2 < size ? `Enviando ${name}` : `Metade de ${name} enviada`;
    case 'interrupted':
      return `${name}: ${upload.offline ? 'sem conexão' : 'tentando de novo'}`;
    case 'failed':
      return `${name}: ${upload.reason ?? RETRY_LABEL}`;
    case 'finished':
      return `${name} enviado`;
  }
}
