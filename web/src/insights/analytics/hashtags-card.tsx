import type { AdvancedAnalytics } from '@pontual/contract/insights/analytics.ts';
import { Card, CardHeader } from '../../ui/card.tsx';
import { formatCount, formatDecimal, formatPercent } from '../../ui/number-format.ts';

type Hashtags = NonNullable<AdvancedAnalytics['hashtagInsights']>;

export function HashtagsCard({ hashtags }: { hashtags: Hashtags }) {
  const facts = [
    { name: 'média por post', value: formatDecimal(hashtags.avgHashtagsPerPost) },
    { name: 'máximo usado', value: formatCount(hashtags.maxHashtagsUsed) },
    { name: 'posts com hashtags', value: formatCount(hashtags.postsWithHashtags) },
    { name: 'taxa de uso', value: formatPercent(hashtags.hashtagUsageRate) },
  ];
  return (
    <Card>
      <CardHeader title="Hashtags" level="h3" />
      <dl className="grid grid-cols-2 gap-[18px] px-4 pt-3.5 pb-5 lg:px-5">
        {facts.map(({ name, value }) => (
          <div key={name} className="flex flex-col-reverse justify-end">
            <dt className="text-xs text-ink-3">{name}</dt>
            <dd className="figure-big text-2xl">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
