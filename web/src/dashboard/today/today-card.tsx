import { dayKey } from '@pontual/contract/shared/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { useRef } from 'react';
import { hasFailed } from '../../api/has-failed.ts';
import { useDayPosts } from '../../posts/lists-queries.ts';
import { countdown } from '../../ui/dates/day-text.ts';
import { QueryState } from '../../ui/page/query-state.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { weekdayAndDate, shortDateTime } from '../../ui/dates/date-text.ts';
import { TodayLine } from './today-line.tsx';

interface TodayCardProps {
  now: Date;
  next: Date | null;
  atRisk: boolean;
  onOpen: (post: Post) => void;
}

export function TodayCard({ now, next, atRisk, onOpen }: TodayCardProps) {
  const query = useDayPosts(dayKey(now));
  const { data: posts } = query;
  const isMissing = hasFailed(query);
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <Card
      aria-label="Hoje"
      className="mb-3 px-4 pt-3.5 pb-3 max-lg:rounded-md lg:mb-4 lg:px-6 lg:pt-[18px] lg:pb-4"
    >
      <div className="flex items-start justify-between gap-3">
        <div>
          <h2 ref={title} tabIndex={-1} className="h-card">
            Hoje
          </h2>
          <p className="text-sm text-ink-3">{weekdayAndDate(now)}</p>
        </div>
        {next === null ? null : (
          <p className="grid text-right">
            <span className={cx('text-sm', atRisk ? 'font-semibold text-bad-text' : 'text-ink-2')}>
              {atRisk ? 'Próximo post em risco' : 'Próximo post em'}
            </span>
            <b className="figure-big text-[1.375rem] leading-[1.1] lg:text-[1.75rem] lg:leading-[1.1]">
              {atRisk ? shortDateTime(next, now) : countdown(now, next).replace('em ', '')}
            </b>
          </p>
        )}
      </div>
      <QueryState
        query={query}
        failed="Não foi possível carregar os posts de hoje."
        loading={null}
        focusAfter={title}
        className="mt-4"
      />
      <TodayLine now={now} posts={posts} isMissing={isMissing} onOpen={onOpen} />
    </Card>
  );
}
