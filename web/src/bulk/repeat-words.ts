import { formatDate, formatTime } from '@pontual/contract/brasilia-time.ts';
import type { SimilarPost } from '@pontual/contract/similar.ts';
import { postsText } from './batch-words.ts';

type Shares = Pick<SimilarPost, 'sharesMedia' | 'sharesCaption'>;

/** What is shared, up to the name of whose it is. */
function nearlyOf({ sharesMedia, sharesCaption }: Shares): string {
  if (sharesMedia && sharesCaption) return 'Imagem e legenda quase iguais às';
  return `${sharesMedia ? 'Imagem' : 'Legenda'} quase igual à`;
}

/** Of a post that is there. */
export function repeatsPost(post: SimilarPost): string {
  const at = new Date(post.scheduledTime);
  const verb = post.isPublished ? 'publicado em' : 'agendado para';
  return `${nearlyOf(post)} do post ${verb} ${formatDate(at)}, ${formatTime(at)}.`;
}

/** Of another of the batch: `Linha 3` of a sheet, or `Post 3`. */
export const repeatsRow = (shares: Shares, row: { name: string; isLine: boolean }): string =>
  `${nearlyOf(shares)} ${row.isLine ? 'da' : 'do'} ${row.name}.`;

/** Of all that repeat something. */
export const repeatsText = (count: number): string =>
  `${postsText(count)} ${count === 1 ? 'quase repete outro' : 'quase repetem outros'}`;
