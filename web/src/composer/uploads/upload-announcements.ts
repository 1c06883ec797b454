import type { Wizard } from '../wizard-state.ts';
import { RETRY_LABEL, type Upload } from './upload-state.ts';

interface UploadableFile {
  url: string;
  file: { name: string; size: number };
}

/** How many of the files that go out one after the other are wholly gone: `2 de 4 arquivos`. */
export function sentCountText(files: readonly UploadableFile[], sent: number): string {
  let end = 0;
  let sentFiles = 0;
  for (const { file } of files) {
    end += file.size;
    if (end <= sent) sentFiles += 1;
  }
  return `${sentFiles} de ${files.length} arquivos`;
}

/** What is told of a form on its way, by the part of 1 that has gone out: at its start, halfway, and at its end. */
export function progressAnnouncement(
  fraction: number,
  { hasSeveral, nextStepText }: { hasSeveral: boolean; nextStepText: 'agendando' | 'salvando' },
): string {
  if (fraction >= 1)
    return `${hasSeveral ? 'Arquivos enviados' : 'Arquivo enviado'}, ${nextStepText}`;
  if (fraction >= 0.5) return hasSeveral ? 'Metade enviada' : 'Metade do arquivo enviada';
  return hasSeveral ? 'Enviando arquivos' : 'Enviando arquivo';
}

/** What screen readers are told of the files of a post that is sent; empty while it is not. */
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

/** What screen readers are to be told of uploads that came from one state to another; else null. */
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

/** What went wrong is told in sentences already. */
const asSentence = (text: string) => (text.endsWith('.') ? text : `${text}.`);

/** Files that are refused have a notice of their own, which is announced. */
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
