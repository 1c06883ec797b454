import type { Need } from '@pontual/contract/needs.ts';
import { lazy, Suspense, useState } from 'react';
import { useLast } from '../ui/use-last.ts';
import { useNeeds } from './needs.queries.ts';

/** Most days nobody sees it. */
const NeedsBand = lazy(async () => ({ default: (await import('./needs-band.tsx')).NeedsBand }));

/** The words for all needs are more than the rest of this. */
const NeedNews = lazy(async () => ({ default: (await import('./need-news.tsx')).NeedNews }));

export interface NeedTargets {
  /** Opens the details of a post. */
  onOpen: (postId: string) => void;
  /** Lists the posts of a need that failed. */
  onShowAll: (need: Need) => void;
}

/** First on a page: what needs the user, with the button that mends it. */
export function NeedsWatch(targets: NeedTargets) {
  const { data } = useNeeds();
  const news = useNews(data);
  // The focus is given on after the last need has gone.
  const once = useLast(data !== undefined && data.length > 0 ? true : null);
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {news === undefined ? null : (
          <Suspense fallback={null}>
            <NeedNews key={news.id} need={news} />
          </Suspense>
        )}
      </p>
      {data === undefined || once === null ? null : (
        <Suspense fallback={null}>
          <NeedsBand needs={data} {...targets} />
        </Suspense>
      )}
    </>
  );
}

/** A need that was not there before, to be said once to those who do not see the band. */
function useNews(needs: readonly Need[] | undefined): Need | undefined {
  const [known, setKnown] = useState<{ needs: typeof needs; news: Need | undefined }>({
    needs: undefined,
    news: undefined,
  });
  if (needs === known.needs || needs === undefined) return known.news;
  const before = known.needs?.map(({ id }) => id);
  const news = before && needs.find(({ id }) => !before.includes(id));
  setKnown({ needs, news });
  return news;
}
