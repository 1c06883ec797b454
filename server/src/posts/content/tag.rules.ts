import { formatFileCount } from '@pontual/contract/media/media.ts';
import type { UserTag } from '@pontual/contract/posts/posts.ts';
import type { FileFacts, Refusal } from './media.rules.ts';

/** Every tag must belong to a file that can show it. */
export function tagRefusal(
  tags: readonly UserTag[],
  files: readonly Pick<FileFacts, 'kind'>[],
): Refusal | undefined {
  const reasons = tags.map((tag) => tagRefusalMessage(tag, files));
  const message = reasons.find((reason) => reason !== undefined);
  return message === undefined
    ? undefined
    : { code: 'VALIDATION', message, fields: { userTags: message } };
}

function tagRefusalMessage(
  { username, item }: UserTag,
  files: readonly Pick<FileFacts, 'kind'>[],
): string | undefined {
  const position = (item ?? 0) + 1;
  if (position > files.length) {
    return `A marcação de @${username} está no item ${position}, mas o post tem ${formatFileCount(files.length)}.`;
  }
  // In a carousel only pictures carry tags; a tag without an item belongs to the first picture.
  if (files.length === 1) return undefined;
  if (files.every(({ kind }) => kind === 'video')) {
    return 'Um carrossel só de vídeos não aceita marcações. Retire as marcações ou adicione uma imagem.';
  }
  if (item === undefined || files[item]?.kind === 'image') return undefined;
  return `A marcação de @${username} está no item ${position}, que é um vídeo. No carrossel, só imagens aceitam marcações.`;
}
