import { formatTime } from '@pontual/contract/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts.ts';
import { accountNameNow, inAccount } from '../instagram/account-names.ts';
import { showToast } from '../ui/toast.tsx';
import { readNow } from './now.ts';
import { plannedAt, spokenDay } from './schedule/timeline-groups.ts';

/** Says where the post is now, wherever the user is. */
export function announceCreated(post: Post): void {
  if (post.status === 'draft') {
    showToast({ text: 'Rascunho salvo', status: post.status });
    return;
  }
  const planned = plannedAt(post);
  const when = planned === null ? '' : ` ${spokenDay(planned, readNow())}, ${formatTime(planned)}`;
  const text = `Post Agendado!${when}${inAccount(accountNameNow(post))}`;
  showToast({ text, status: post.status });
}
