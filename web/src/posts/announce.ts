import { formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { readAccountName, formatInAccount } from '../instagram/instagram-account-names.ts';
import { showToast } from '../ui/toast.tsx';
import { readNow } from './now.ts';
import { relativeDay } from '../ui/dates/day-text.ts';
import { getDueAt } from './due-at.ts';

export function announceCreated(post: Post): void {
  if (post.status === 'draft') {
    showToast({ text: 'Rascunho salvo', status: post.status });
    return;
  }
  const dueAt = getDueAt(post);
  const when = dueAt === null ? '' : ` ${relativeDay(dueAt, readNow())}, ${formatTime(dueAt)}`;
  const text = `Post Agendado!${when}${formatInAccount(readAccountName(post))}`;
  showToast({ text, status: post.status });
}
