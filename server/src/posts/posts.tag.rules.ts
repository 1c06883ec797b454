import type { UserTag } from '@pontual/contract/posts.ts';
import type { FileFacts, Refusal } from './posts.media.rules.ts';

/** Why tags would go nowhere; undefined when each has its place. */
export function tagRefusal(
  tags: readonly UserTag[],
  files: readonly Pick<FileFacts, 'kind'>[],
): Refusal | undefined {
  const reasons = tags.map((tag) => reasonAgainst(tag, files));
  const message = reasons.find((reason) => reason !== undefined);
  return message === undefined
    ? undefined
    : { code: 'VALIDATION', message, fields: { userTags: message } };
}

function reasonAgainst(
  { username, item }: UserTag,
  files: readonly Pick<FileFacts, 'kind'>[],
): string | undefined {
  const place = (item ?? 0) + 1;
  if (place > files.length) {
    const count = files.length === 1 ? '1 arquivo' : `${files.length} arquivos`;
    return `A marcação de @${username} está no item ${place}, mas o post tem ${count}.`;
  }
  // Of a carousel only the pictures show who is in them; one without an item goes to the first.
  if (files.length === 1) return undefined;
  if (files.every(({ kind }) => kind === 'video')) {
    return 'Um carrossel só de vídeos não aceita marcações. Retire as marcações ou adicione uma imagem.';
  }
  if (item === undefined || files[item]?.kind === 'image') return undefined;
  return `A marcação de @${username} está no item ${place}, que é um vídeo. No carrossel, só imagens aceitam marcações.`;
}
