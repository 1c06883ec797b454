import type { Move } from './moves.ts';
import type { PostFile } from './plan.ts';
import type { ClaimedPost } from './publishing.repository.ts';
import { CONVERTING_LOOK_MS } from './publishing.rules.ts';

/**
 * What a file that could not be converted means for its post: its owner is told at once, and has
 * until the hour to change it.
 */
export function unfitMedia(post: ClaimedPost, files: readonly PostFile[]): Move | undefined {
  const unfit = files.find(({ refusal }) => refusal !== null);
  if (unfit === undefined) return undefined;
  const name = files.length === 1 ? '' : `Vídeo ${unfit.position + 1} de ${files.length}: `;
  const problem = {
    code: 'media-refused',
    cause: `${name}${unfit.refusal}`,
    action: 'change_media',
    noticeKey: `media:${post.id}:${post.revision}`,
  } as const;
  if (post.due_in_ms <= 0) return { kind: 'ended', status: 'failed', problem };
  return { kind: 'wait', ms: post.due_in_ms, problem };
}

/**
 * While one of its files is converted a post waits for us, and does not expire. The end of the
 * conversion sends for it; looking now and then stands behind that.
 */
export function convertingMedia(post: ClaimedPost, files: readonly PostFile[]): Move | undefined {
  if (!files.some(({ isConverting }) => isConverting)) return undefined;
  const wait = { kind: 'wait', ms: CONVERTING_LOOK_MS, onInstagram: true } as const;
  if (post.due_in_ms > 0) return wait;
  const cause = 'Ainda estamos convertendo o vídeo deste post. Ele sai assim que ficar pronto.';
  return { ...wait, problem: { code: 'converting', cause, action: 'wait' } };
}
