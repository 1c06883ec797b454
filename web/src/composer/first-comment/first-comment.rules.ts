import { CAPTION_MAX } from '@pontual/contract/shared/instagram-limits.ts';
import {
  checkCaptionCounts,
  captionLengthState,
  exceededLimitText,
} from '../../posts/caption-text.ts';

export function validateComment(comment: string): string | undefined {
  if (captionLengthState(comment).state === 'over') {
    return `Primeiro comentário deve ter no máximo ${CAPTION_MAX} caracteres`;
  }
  const { exceeded } = checkCaptionCounts(comment);
  return exceeded.length === 0 ? undefined : exceeded.map(exceededLimitText).join(' ');
}
