import { formatDate, formatDayMonth, formatTime } from '@pontual/contract/brasilia-time.ts';
import type { Batch } from '@pontual/contract/bulk.ts';

/** `1 post`, `30 posts` */
export const postsText = (count: number): string => `${count} ${count === 1 ? 'post' : 'posts'}`;

/** From when to when the posts of a batch go out; empty once none is left. */
export function spanText({ firstTime, lastTime }: Batch): string {
  if (firstTime === null || lastTime === null) return '';
  const [first, last] = [new Date(firstTime), new Date(lastTime)];
  if (formatDate(first) === formatDate(last)) return `em ${formatDayMonth(first)}`;
  return `de ${formatDayMonth(first)} a ${formatDayMonth(last)}`;
}

/** `23/11/2026 às 18:00` */
export const madeAtText = ({ createdAt }: Batch): string =>
  `${formatDate(new Date(createdAt))} às ${formatTime(new Date(createdAt))}`;

/** What came of undoing, and what stays and why. */
export function undoneText({ deleted, kept }: { deleted: number; kept: number }): string {
  const gone =
    deleted === 0
      ? 'Nenhum post foi desfeito.'
      : `${postsText(deleted)} ${deleted === 1 ? 'desfeito' : 'desfeitos'}.`;
  if (kept === 0) return gone;
  const stays = kept === 1 ? 'fica: já saiu, está saindo' : 'ficam: já saíram, estão saindo';
  return `${gone} ${postsText(kept)} ${stays} ou ${kept === 1 ? 'falhou' : 'falharam'}.`;
}
