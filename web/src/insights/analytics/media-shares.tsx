import type { BasicAnalytics } from '@pontual/contract/insights/analytics.ts';
import { mediaTypeNames } from '@pontual/contract/posts/post-rules.ts';
import { MediaTypeIcon } from '../../posts/media-type-icon.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { formatCount, formatPercent } from '../../ui/number-format.ts';
import { formatPostCount } from '@pontual/contract/insights/report-text.ts';

export function MediaShares({ types }: { types: BasicAnalytics['mediaTypes'] }) {
  const total = types.reduce((sum, { count }) => sum + count, 0);
  const maxCount = Math.max(1, ...types.map(({ count }) => count));
  return (
    <Card>
      <CardHeader
        title="Tipos de Mídia"
        aside={<span className="tnum text-xs text-ink-3">{formatPostCount(total)}</span>}
      />
      {types.length === 0 ? (
        <p className="px-4 py-5 text-sm text-pretty text-ink-3 lg:px-5">
          Sem dados: nenhum post neste período.
        </p>
      ) : (
        <ul className="px-4 pt-3 pb-4 text-sm lg:px-5 lg:pt-3.5 lg:pb-[18px]">
          {types.map(({ type, percentage, count }) => (
            <li
              key={type}
              className="grid h-[46px] grid-cols-[104px_minmax(0,1fr)_40px_34px] items-center gap-2.5 lg:grid-cols-[112px_minmax(0,1fr)_44px_36px] lg:gap-3"
            >
              <span className="flex items-center gap-2 font-medium">
                <MediaTypeIcon type={type} size={17} />
                {mediaTypeNames[type]}
              </span>
              <svg aria-hidden="true" width="100%" height="12" className="rounded-full bg-sunken">
                <rect
                  width={`${(count / maxCount) * 100}%`}
                  height="12"
                  rx="6"
                  className="fill-ink forced-color-adjust-none"
                />
              </svg>
              <span className="tnum text-right font-semibold">{formatPercent(percentage)}</span>
              <span className="tnum text-right text-ink-3">
                {formatCount(count)}
                <span className="sr-only"> {count === 1 ? 'post' : 'posts'}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
