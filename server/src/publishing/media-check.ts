import type { Transition } from './transitions.ts';
import type { ContainerFile } from './container-plan.ts';
import type { ClaimedPost } from './claimed-post.ts';
import { CONVERSION_CHECK_MS } from './publishing.rules.ts';

/** The owner can replace the file until the due time. */
export function transitionForRefusedMedia(
  post: ClaimedPost,
  files: readonly ContainerFile[],
): Transition | undefined {
  const refusedFile = files.find(({ refusal }) => refusal !== null);
  if (refusedFile === undefined) return undefined;
  const name = files.length === 1 ? '' : `Vídeo ${refusedFile.position + 1} de ${files.length}: `;
  const issue = {
    code: 'media-refused',
    cause: `${name}${refusedFile.refusal}`,
    action: 'change_media',
    notificationKey: `media:${post.id}:${post.revision}`,
  } as const;
  if (post.due_in_ms <= 0) return { kind: 'ended', status: 'failed', issue };
  return { kind: 'wait', ms: post.due_in_ms, issue };
}

/** The end of the conversion sends a job; the check is a safety net. */
export function transitionWhileConverting(
  post: ClaimedPost,
  files: readonly ContainerFile[],
): Transition | undefined {
  if (!files.some(({ isConverting }) => isConverting)) return undefined;
  const wait = { kind: 'wait', ms: CONVERSION_CHECK_MS, isDelayedByInstagram: true } as const;
  if (post.due_in_ms > 0) return wait;
  const cause = 'Ainda estamos convertendo o vídeo deste post. Ele sai assim que ficar pronto.';
  return { ...wait, issue: { code: 'converting', cause, action: 'wait' } };
}
