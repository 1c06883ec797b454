import {
  formatDate,
  formatDayMonth,
  formatTime,
  formatWeekday,
  toBrasilia,
} from '@pontual/contract/shared/brasilia-time.ts';
import type { Batch } from '@pontual/contract/planning/bulk.ts';

export const postsText = (count: number): string => `${count} ${count === 1 ? 'post' : 'posts'}`;

const isOfThisYear = (at: Date, now: Date) => toBrasilia(at).year === toBrasilia(now).year;

/** `28 de novembro`; with the year when it is not the current one. */
const dayText = (at: Date, now: Date): string =>
  `${formatDayMonth(at)}${isOfThisYear(at, now) ? '' : ` de ${toBrasilia(at).year}`}`;

/** Empty once no post is left. */
export function spanText({ firstTime, lastTime }: Batch, now: Date): string {
  if (firstTime === null || lastTime === null) return '';
  const [first, last] = [new Date(firstTime), new Date(lastTime)];
  if (formatDate(first) === formatDate(last)) return `em ${dayText(first, now)}`;
  return `de ${dayText(first, now)} a ${dayText(last, now)}`;
}

/** As in the sheet: `sáb, 28/11, 18:30`; with the year when it is not the current one. */
export function rowTimeText(at: Date, now: Date): string {
  const day = isOfThisYear(at, now) ? formatDate(at).slice(0, 5) : formatDate(at);
  return `${formatWeekday(at).slice(0, 3)}, ${day}, ${formatTime(at)}`;
}

/** `23/11/2026 às 18:00` */
export const createdAtText = ({ createdAt }: Batch): string =>
  `${formatDate(new Date(createdAt))} às ${formatTime(new Date(createdAt))}`;

/** `Saem de 28 de novembro a 3 de dezembro, horário de Brasília.` */
export const publishingPeriodText = (batch: Batch, now: Date): string =>
  `${batch.posts === 1 ? 'Sai' : 'Saem'} ${spanText(batch, now)}, horário de Brasília.`;

export const scheduledText = (batch: Batch): string =>
  `${batch.posts === 1 ? 'Agendado' : 'Agendados'} em ${createdAtText(batch)}`;

export function remainingText({ posts, undoable, undoneAt }: Batch): string {
  if (undoneAt !== null) return 'Lote desfeito.';
  if (posts === 1) return undoable === 1 ? 'Ainda por sair.' : 'Não está mais por sair.';
  const left = undoable === 0 ? 'Nenhum' : undoable === posts ? 'Todos' : undoable;
  return `${left} ainda por sair.`;
}

export function undoResultText({
  deleted,
  notDeleted,
}: {
  deleted: number;
  notDeleted: number;
}): string {
  const deletedText =
    deleted === 0
      ? 'Nenhum post foi desfeito.'
      : `${postsText(deleted)} ${deleted === 1 ? 'desfeito' : 'desfeitos'}.`;
  if (notDeleted === 0) return deletedText;
  const notDeletedText =
    notDeleted === 1
      ? 'fica: já saiu, está saindo ou falhou'
      : 'ficam: já saíram, estão saindo ou falharam';
  return `${deletedText} ${postsText(notDeleted)} ${notDeletedText}.`;
}
