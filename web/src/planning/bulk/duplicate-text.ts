import { formatDate, formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import type { DuplicatePost } from '@pontual/contract/planning/duplicates.ts';
import { postsText } from './batch-text.ts';

type Overlap = Pick<DuplicatePost, 'sharesMedia' | 'sharesCaption'>;

function overlapText({ sharesMedia, sharesCaption }: Overlap): string {
  if (sharesMedia && sharesCaption) return 'Imagem e legenda quase iguais às';
  return `${sharesMedia ? 'Imagem' : 'Legenda'} quase igual à`;
}

/** Returns the text of a duplicate of an existing post. */
export function duplicatePostText(post: DuplicatePost): string {
  const at = new Date(post.scheduledTime);
  const verb = post.isPublished ? 'publicado em' : 'agendado para';
  return `${overlapText(post)} do post ${verb} ${formatDate(at)}, ${formatTime(at)}.`;
}

/** Returns the text of a duplicate within the batch: `Linha 3` of a sheet, or `Post 3`. */
export const duplicateRowText = (
  overlap: Overlap,
  row: { name: string; isLine: boolean },
): string => `${overlapText(overlap)} ${row.isLine ? 'da' : 'do'} ${row.name}.`;

/** Returns the number of duplicates as text. */
export const duplicateCountText = (count: number): string =>
  `${postsText(count)} ${count === 1 ? 'quase repete outro' : 'quase repetem outros'}`;
