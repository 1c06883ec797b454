import type { AdvancedAnalytics } from '@pontual/contract/insights/analytics.ts';
import { formatDayMonth, formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { mediaTypeNames } from '@pontual/contract/posts/post-rules.ts';
import { ExternalLink } from 'lucide-react';
import { MediaThumb } from '../../posts/media-thumb.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { formatCount, formatPercent } from '../../ui/number-format.ts';

type TopPost = AdvancedAnalytics['topPosts'][number];

interface TopPostsProps {
  posts: readonly TopPost[];
  level?: 'h2' | 'h3';
  className?: string;
}

export function TopPosts({ posts, level = 'h3', className = 'mt-3 lg:mt-4' }: TopPostsProps) {
  return (
    <Card className={className}>
      <CardHeader title="Posts com mais engajamento" level={level} />
      {posts.length === 0 ? (
        <p className="px-4 pt-2 pb-5 text-sm text-pretty text-ink-3 lg:px-5">
          Sem dados: o engajamento aparece aqui depois que um post sai no Instagram.
        </p>
      ) : (
        <ol className="px-4 pt-1 pb-2 lg:px-5">
          {posts.map((post) => (
            <TopPostRow key={post._id} post={post} />
          ))}
        </ol>
      )}
    </Card>
  );
}

function TopPostRow({ post }: { post: TopPost }) {
  const { mediaType, caption, permalink, thumbnailUrl } = post;
  const at = new Date(post.scheduledTime);
  return (
    <li className="grid grid-cols-[48px_minmax(0,1fr)_auto] items-center gap-x-3.5 border-line py-3 not-first:border-t lg:grid-cols-[48px_minmax(0,1fr)_auto_auto] xl:grid-cols-[48px_minmax(0,1fr)_auto_150px] lg:gap-x-5">
      <MediaThumb
        item={
          thumbnailUrl === null ? undefined : { type: 'image', url: thumbnailUrl, thumbnailUrl }
        }
        type={mediaType}
        eager
        className="h-15 w-12 self-start rounded-sm"
      />
      <div className="min-w-0">
        <p className="text-xs text-ink-3">
          {mediaTypeNames[mediaType]}, {formatDayMonth(at)}, {formatTime(at)}
        </p>
        <p className="line-clamp-2 text-sm leading-[1.4] font-medium wrap-anywhere lg:line-clamp-1">
          {caption === '' ? 'Sem legenda' : caption}
        </p>
        <p className="tnum text-xs text-ink-3">{describeReach(post)}</p>
      </div>
      <p className="grid justify-items-end">
        <b className="figure-big text-xl">{formatPercent(post.engagement)}</b>
        <span className="text-2xs text-ink-3">
          <span className="sr-only">de </span>engajamento
        </span>
      </p>
      {permalink === null ? null : (
        <a
          href={permalink}
          target="_blank"
          rel="noopener"
          className="text-link inline-flex! items-center gap-1.5 justify-self-start text-sm max-lg:col-start-2 max-lg:mt-1! lg:justify-self-end"
        >
          Ver no Instagram
          <ExternalLink size={15} />
          <span className="sr-only">, em nova aba</span>
        </a>
      )}
    </li>
  );
}

function describeReach({ reach, interactions }: TopPost): string {
  const reachWord = reach === 1 ? 'pessoa alcançada' : 'pessoas alcançadas';
  const interactionsWord = interactions === 1 ? 'interação' : 'interações';
  return `${formatCount(interactions)} ${interactionsWord}, ${formatCount(reach)} ${reachWord}`;
}
