import { formatDate, formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import type { DuplicatePost } from '@pontual/contract/planning/duplicates.ts';
import { postsText } from './batch-text.ts';

type Overlap = Pick<DuplicatePost, 'sharesMedia' | 'sharesCaption'>;

function overlapText({ sharesMedia, sharesCaption }: Overlap): string {
  if (sharesMedia && sharesCaption) return 'Imagem e legenda quase iguais às';
  return `${sharesMedia ? 'Imagem' : 'Legenda'} quase igual à`;
}

export function duplicatePostText(post: DuplicatePost): string {
  const at = new Date(post.scheduledTime);
  const verb = post.isPublished ? 'publicado em' : 'agendado para';
  return `${overlapText(post)} do post ${verb} ${formatDate(at)}, ${formatTime(at)}.`;
}

export const duplicateRowText = (
  overlap: Overlap,
  row: { name: string; isLine: boolean },
): string => `${overlapText(overlap)} ${row.isLine ? 'da' : 'do'} ${row.name}.`;

export const duplicateCountText = (count: number): string =>
  `${postsText(count)} ${count === 1 ? 'quase repete outro' : 'quase repetem outros'}`;
