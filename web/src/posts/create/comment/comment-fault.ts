import { CAPTION_MAX } from '@pontual/contract/posts.ts';
import { captionMarks, captionRoom, refusalText } from '../../caption-text.ts';

/** Why a first comment would be refused, in Portuguese; undefined when it would not. */
export function commentFault(comment: string): string | undefined {
  if (captionRoom(comment).room === 'over') {
    return `Primeiro comentário deve ter no máximo ${CAPTION_MAX} caracteres`;
  }
  const { refusals } = captionMarks(comment);
  return refusals.length === 0 ? undefined : refusals.map(refusalText).join(' ');
}
