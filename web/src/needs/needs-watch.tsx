import type { Need } from '@pontual/contract/needs.ts';
import { lazy, Suspense, useState } from 'react';
import { useLast } from '../ui/use-last.ts';
import { useMinute } from '../shell/minute.ts';
import { needWords } from './need-words.ts';
import { useNeeds } from './needs.queries.ts';

/** Most days nobody sees it. */
const NeedsBand = lazy(async () => ({ default: (await import('./needs-band.tsx')).NeedsBand }));

export interface NeedTargets {
  /** Opens the details of a post. */
  onOpen: (postId: string) => void;
  /** Lists the posts of a need that failed. */
  onShowAll: (need: Need) => void;
}

/** First on a page: what needs the user, with the button that mends it. */
export function NeedsWatch(targets: NeedTargets) {
  const { data } = useNeeds();
  const said = useNews(data);
  // The focus is given on after the last need has gone.
  const once = useLast(data !== undefined && data.length > 0 ? true : null);
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
      {data === undefined || once === null ? null : (
        <Suspense fallback={null}>
          <NeedsBand needs={data} {...targets} />
        </Suspense>
      )}
    </>
  );
}

/** A need that was not there before, said once to those who do not see the band. */
function useNews(needs: readonly Need[] | undefined): string {
  const now = useMinute();
  const [known, setKnown] = useState<{ needs: typeof needs; said: string }>({
    needs: undefined,
    said: '',
  });
  if (needs === known.needs || needs === undefined) return known.said;
  const before = known.needs?.map(({ id }) => id);
  const news = before && needs.find(({ id }) => !before.includes(id));
  const words = news && needWords(news, now);
  setKnown({ needs, said: words === undefined ? '' : `${words.title} ${words.detail}` });
  return known.said;
}
