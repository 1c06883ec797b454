import {
  formatDate,
  formatDayMonth,
  formatTime,
  formatWeekday,
  toBrasilia,
} from '@pontual/contract/shared/brasilia-time.ts';
import type { Batch } from '@pontual/contract/planning/bulk.ts';

/** Formats a number of posts: `1 post`, `30 posts`. */
export const postsText = (count: number): string => `${count} ${count === 1 ? 'post' : 'posts'}`;

const isOfThisYear = (at: Date, now: Date) => toBrasilia(at).year === toBrasilia(now).year;

/** Formats a day: `28 de novembro`; with the year when it is not the current one. */
const dayText = (at: Date, now: Date): string =>
  `${formatDayMonth(at)}${isOfThisYear(at, now) ? '' : ` de ${toBrasilia(at).year}`}`;

/** Returns the date range of a batch; empty once no post is left. */
export function spanText({ firstTime, lastTime }: Batch, now: Date): string {
  if (firstTime === null || lastTime === null) return '';
  const [first, last] = [new Date(firstTime), new Date(lastTime)];
  if (formatDate(first) === formatDate(last)) return `em ${dayText(first, now)}`;
  return `de ${dayText(first, now)} a ${dayText(last, now)}`;
}

/**
 * Formats an instant as in the sheet, short enough for a phone: `sáb, 28/11, 18:30`; with the year when it is
 * not the current one.
 */
export function rowTimeText(at: Date, now: Date): string {
  const day = isOfThisYear(at, now) ? formatDate(at).slice(0, 5) : formatDate(at);
  return `${formatWeekday(at).slice(0, 3)}, ${day}, ${formatTime(at)}`;
}

/** Formats when a batch was created: `23/11/2026 às 18:00`. */
export const createdAtText = ({ createdAt }: Batch): string =>
  `${formatDate(new Date(createdAt))} às ${formatTime(new Date(createdAt))}`;

/**
 * Returns the publishing period as a sentence: `Saem de 28 de novembro a 3 de dezembro, horário de Brasília.`
 */
export const publishingPeriodText = (batch: Batch, now: Date): string =>
  `${batch.posts === 1 ? 'Sai' : 'Saem'} ${spanText(batch, now)}, horário de Brasília.`;

/** Returns `Agendados em 23/11/2026 às 18:00`, or the singular form. */
export const scheduledText = (batch: Batch): string =>
  `${batch.posts === 1 ? 'Agendado' : 'Agendados'} em ${createdAtText(batch)}`;

/** Returns how many posts of a batch are still to be published. */
export function remainingText({ posts, undoable, undoneAt }: Batch): string {
  if (undoneAt !== null) return 'Lote desfeito.';
  if (posts === 1) return undoable === 1 ? 'Ainda por sair.' : 'Não está mais por sair.';
  const left = undoable === 0 ? 'Nenhum' : undoable === posts ? 'Todos' : undoable;
  return `${left} ainda por sair.`;
}

/** Returns the result of an undo: what was deleted, and what stays and why. */
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
