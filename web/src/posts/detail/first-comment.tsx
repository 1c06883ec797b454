import {
  retryFirstComment,
  type FirstCommentState,
  type Post,
} from '@pontual/contract/posts/posts.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Clock, TriangleAlert } from 'lucide-react';
import type { RefObject } from 'react';
import { IfAllowed } from '../../api/permissions.tsx';
import { call } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { failureToast } from '../../ui/page/failure-toast.ts';
import { POSTS } from '../../api/query-keys.ts';
import { LazyConnectButton } from '../change/recovery-action-button.tsx';

const stateDisplays = {
  before: { Icon: Clock, text: 'Sai logo depois do post', tone: 'text-ink-2' },
  waiting: { Icon: Clock, text: 'Escrevendo o comentário', tone: 'text-ink-2' },
  published: { Icon: CircleCheck, text: 'Primeiro comentário publicado', tone: 'text-pub-text' },
  failed: { Icon: TriangleAlert, text: 'Não foi publicado', tone: 'text-warn-text' },
} as const;

interface FirstCommentProps {
  post: Post;
  /** Null before the post is published. */
  state: FirstCommentState | null;
  focusTarget: RefObject<HTMLElement | null>;
}

export function FirstComment({ post, state, focusTarget }: FirstCommentProps) {
  if (post.firstComment === '' || post.mediaType === 'STORIES') return null;
  const { Icon, text, tone } = stateDisplays[state?.state ?? 'before'];
  return (
    <section aria-labelledby="primeiro-comentario" className="mt-6">
      <h3 id="primeiro-comentario" className="h-card">
        Primeiro comentário
      </h3>
      <p className="mt-2 text-sm leading-[1.6] wrap-anywhere whitespace-pre-line">
        {post.firstComment}
      </p>
      <div
        className={cx(
          'mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm',
          state?.state === 'failed' && 'rounded-md bg-warn-soft px-4 py-3',
        )}
      >
        <p className={cx('flex min-w-0 flex-1 basis-56 items-start gap-2', tone)}>
          <Icon size={16} className="mt-0.5 shrink-0" />
          <span className="text-pretty">{state?.reason ?? text}</span>
        </p>
        {state?.action === 'reconnect' ? (
          <LazyConnectButton label="Reconectar conta" account={post.instagramAccountId} />
        ) : null}
        {state?.action === 'try_again' ? (
          <IfAllowed permission="edit">
            <RetryButton post={post} focusTarget={focusTarget} />
          </IfAllowed>
        ) : null}
      </div>
    </section>
  );
}

function RetryButton({ post, focusTarget }: Pick<FirstCommentProps, 'post' | 'focusTarget'>) {
  const queries = useQueryClient();
  const retry = useMutation({
    mutationFn: () => call(retryFirstComment, { params: { id: post._id } }),
    onSuccess: () => focusTarget.current?.focus(),
    onError: failureToast('Não foi possível repetir o comentário. Tente de novo.'),
    onSettled: () => void queries.invalidateQueries({ queryKey: POSTS }),
  });
  return (
    <Button
      variant="line"
      size="sm"
      busy={retry.isPending}
      busyLabel="Tentando..."
      onClick={() => retry.mutate()}
    >
      Tentar de novo
    </Button>
  );
}
