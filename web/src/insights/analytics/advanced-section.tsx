import type { AdvancedAnalytics } from '@pontual/contract/insights/analytics.ts';
import { ArrowRight } from 'lucide-react';
import { hasFailed } from '../../api/has-failed.ts';
import { SkeletonBar, Skeleton } from '../../ui/skeleton.tsx';
import { InstagramAccountCard } from './instagram-account-card.tsx';
import { useAdvancedAnalytics } from './analytics-queries.ts';
import { BestHoursGrid } from './best-hours-grid.tsx';
import { HashtagsCard } from './hashtags-card.tsx';
import { MonthlyTrends, TypePerformance } from './outcome-tables.tsx';
import { TipsCard } from './tips-card.tsx';
import { TopPosts } from './top-posts.tsx';

/** Hidden where the data cannot be loaded (specification, section 8). */
export function AdvancedSection({ account }: { account: string | undefined }) {
  const query = useAdvancedAnalytics(account);
  const { data } = query;
  if (data === undefined && hasFailed(query)) return null;
  return (
    <section aria-labelledby="avancados">
      <h2 id="avancados" className="mt-8 mb-3.5 h-part lg:mt-11 lg:mb-[18px]">
        Analytics Avançados
      </h2>
      {data === undefined ? <AdvancedSkeleton /> : <Advanced data={data} account={account} />}
    </section>
  );
}

const columnsClass =
  'grid grid-cols-[minmax(0,1fr)] gap-3 lg:gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(0,1.16fr)]';

function Advanced({ data, account }: { data: AdvancedAnalytics; account: string | undefined }) {
  const { hashtagInsights } = data;
  const tips = (
    <TipsCard title="Recomendações" level="h3" Icon={ArrowRight} tips={data.recommendations} />
  );
  return (
    <>
      <div className={columnsClass}>
        <MonthlyTrends months={data.monthlyTrends} />
        <TypePerformance types={data.mediaPerformance} />
        {hashtagInsights === undefined ? (
          <div className="xl:col-span-2">{tips}</div>
        ) : (
          <>
            <HashtagsCard hashtags={hashtagInsights} />
            {tips}
          </>
        )}
      </div>
      <BestHoursGrid hours={data.bestHours} />
      <InstagramAccountCard account={data.account} id={account} />
      <TopPosts posts={data.topPosts} />
    </>
  );
}

function AdvancedSkeleton() {
  return (
    <Skeleton className={columnsClass}>
      {Array.from({ length: 2 }, (_, index) => (
        <div key={index} className="h-80 rounded-lg border border-line bg-surface p-5">
          <SkeletonBar className="h-4 w-40" />
        </div>
      ))}
    </Skeleton>
  );
}
