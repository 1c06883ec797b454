import type { Wizard } from '../wizard-state.ts';
import { STALLED, type Upload } from './upload-state.ts';

interface Sized {
  url: string;
  file: { name: string; size: number };
}

/** How many of the files that go out one after the other are wholly gone: `2 de 4 arquivos`. */
export function goneText(files: readonly Sized[], sent: number): string {
  let end = 0;
  let gone = 0;
  for (const { file } of files) {
    end += file.size;
    if (end <= sent) gone += 1;
  }
  return `${gone} de ${files.length} arquivos`;
}

/** What is told of a form on its way, by the part of 1 that has gone out: at its start, halfway, and at its end. */
export function milestoneOf(
  fraction: number,
  { several, next }: { several: boolean; next: 'agendando' | 'salvando' },
): string {
  if (fraction >= 1) return `${several ? 'Arquivos enviados' : 'Arquivo enviado'}, ${next}`;
  if (fraction >= 0.5) return several ? 'Metade enviada' : 'Metade do arquivo enviada';
  return several ? 'Enviando arquivos' : 'Enviando arquivo';
}

/** What screen readers are told of the files of a post that is sent; empty while it is not. */
export function sendingWords(wizard: Wizard): string {
  if (wizard.step === 'done' || wizard.sending.state !== 'sending') return '';
  const { sending, form } = wizard;
  if (form.files.length === 0) return '';
  const next = sending.aim === 'draft' ? 'salvando' : 'agendando';
  return milestoneOf(sending.fraction, { several: form.files.length > 1, next });
}

/** What screen readers are to be told of uploads that came from one state to another; else null. */
export function newsOf(
  files: readonly Sized[],
  before: ReadonlyMap<string, Upload>,
  now: ReadonlyMap<string, Upload>,
): string | null {
  const news = files.flatMap(({ url, file }) => {
    const words = wordsOf(now.get(url), file);
    return words === null || words === wordsOf(before.get(url), file) ? [] : [words];
  });
  return news.length === 0 ? null : news.map(asSentence).join(' ');
}

/** What went wrong is told in sentences already. */
const asSentence = (words: string) => (words.endsWith('.') ? words : `${words}.`);

/** Files that are refused have a notice of their own, which is announced. */
function wordsOf(upload: Upload | undefined, { name, size }: Sized['file']): string | null {
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
      return `${name}: ${upload.reason ?? STALLED}`;
    case 'finished':
      return `${name} enviado`;
  }
}
