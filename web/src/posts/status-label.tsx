import { postStatusNames } from '@pontual/contract/posts/post-rules.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { Clock } from 'lucide-react';

type ApprovalAwareStatus = Pick<Post, 'status' | 'awaiting'>;

/** A scheduled post without its approval gets a ring. */
export const dotStatus = ({ status, awaiting }: ApprovalAwareStatus): string =>
  awaiting && status === 'scheduled' ? 'awaiting' : status;

/** `agendado`, `espera aprovação`, `rascunho, espera aprovação` */
export function statusLabel(post: ApprovalAwareStatus): string {
  const label = postStatusNames[post.status].toLowerCase();
  if (!post.awaiting) return label;
  return dotStatus(post) === 'awaiting' ? AWAITING_LABEL : `${label}, ${AWAITING_LABEL}`;
}

const AWAITING_LABEL = 'espera aprovação';

export function AwaitingApprovalMark({ post }: { post: Pick<Post, 'awaiting'> }) {
  if (!post.awaiting) return null;
  return (
    <span className="inline-flex items-center gap-1 text-xs font-medium whitespace-nowrap text-warn-text">
      <Clock size={13} />
      Espera aprovação
    </span>
  );
}
