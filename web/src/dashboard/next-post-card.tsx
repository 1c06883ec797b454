import { formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { mediaTypeNames, postStatusNames } from '@pontual/contract/posts/post-rules.ts';
import { InstagramAccountTag } from '../instagram/instagram-account-tag.tsx';
import { AwaitingApprovalMark } from '../posts/status-label.tsx';
import { captionLine } from '../posts/caption-line.ts';
import { MediaThumb } from '../posts/media-thumb.tsx';
import { MediaTypeIcon } from '../posts/media-type-icon.tsx';
import { Badge, StatusBadge } from '../ui/badge.tsx';
import { Card, CardHeader } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { SkeletonBar, Skeleton } from '../ui/skeleton.tsx';
import type { PostStats } from '../posts/lists-queries.ts';
import { weekdayAndDate } from '../ui/dates/date-text.ts';

interface NextPostCardProps {
  stats: PostStats | undefined;
  atRisk: boolean;
  onOpen: (id: string) => void;
}

export function NextPostCard({ stats, atRisk, onOpen }: NextPostCardProps) {
  const post = stats?.nextPost ?? null;
  return (
    <Card>
      <CardHeader
        title="Próximo post"
        aside={
          post === null ? undefined : (
            <button
              type="button"
              aria-haspopup="dialog"
              aria-label="Abrir o próximo post"
              className="text-link text-sm"
              onClick={() => onOpen(post._id)}
            >
              Abrir
            </button>
          )
        }
      />
      {stats === undefined ? <NextPostSkeleton /> : null}
      {stats !== undefined && post === null ? (
        <EmptyState title="Nenhum post agendado">O próximo ponto é seu.</EmptyState>
      ) : null}
      {post === null ? null : <NextPost post={post} atRisk={atRisk} />}
    </Card>
  );
}

function NextPost(props: { post: NonNullable<PostStats['nextPost']>; atRisk: boolean }) {
  const { post, atRisk } = props;
  const dueAt = post.scheduledTime ? new Date(post.scheduledTime) : null;
  return (
    <div className="flex items-start gap-4 px-4 pt-4 pb-4 lg:items-center lg:gap-5.5 lg:px-5 lg:pb-5">
      <MediaThumb
        item={post.mediaItems[0]}
        type={post.mediaType}
        className="aspect-[4/5] w-24 rounded-[14px] lg:w-[168px]"
      />
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-2.5">
        <p className="flex flex-wrap items-center gap-2.5">
          <span className="inline-flex items-center gap-[5px] text-xs font-medium whitespace-nowrap text-ink-3">
            <MediaTypeIcon type={post.mediaType} size={15} />
            {mediaTypeNames[post.mediaType]}
          </span>
          {atRisk ? (
            <Badge tone="bad">Em risco</Badge>
          ) : (
            <StatusBadge status="scheduled">{postStatusNames.scheduled}</StatusBadge>
          )}
          <AwaitingApprovalMark post={post} />
          <InstagramAccountTag account={post.instagramAccountId} />
        </p>
        {dueAt === null ? (
          <p className="text-ink-2">
            {post.scheduledTime === null ? 'Sem data definida' : 'Data inválida'}
          </p>
        ) : (
          <p className="flex flex-wrap items-baseline gap-x-3 max-lg:grid">
            <time
              dateTime={dueAt.toISOString()}
              className="figure-big text-[2.25rem] leading-none tracking-[-.035em] lg:text-[3rem] lg:leading-none"
            >
              {formatTime(dueAt)}
            </time>
            <span className="text-ink-2">{weekdayAndDate(dueAt)}</span>
          </p>
        )}
        <p className="line-clamp-2 wrap-anywhere text-ink-2">{captionLine(post.caption)}</p>
      </div>
    </div>
  );
}

function NextPostSkeleton() {
  return (
    <Skeleton className="flex items-center gap-4 p-4 lg:gap-5.5 lg:p-5">
      <SkeletonBar className="aspect-[4/5] w-24 rounded-[14px]! lg:w-[168px]" />
      <div className="grid flex-1 gap-3">
        <SkeletonBar className="h-3 w-1/3" />
        <SkeletonBar className="h-11 w-36" />
        <SkeletonBar className="h-3 w-4/5" />
      </div>
    </Skeleton>
  );
}
