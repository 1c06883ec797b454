import type { Issue } from '@pontual/contract/posts/issues.ts';
import { lazy, Suspense, useState } from 'react';
import { useLastValue } from '../../ui/use-last-value.ts';
import type { NeedHandlers } from './issue-action-button.tsx';
import { useNeeds } from './issues-queries.ts';

/** Most users have no issue on most days, so the banner is loaded on demand. */
const NeedsBanner = lazy(async () => ({
  default: (await import('./issues-banner.tsx')).NeedsBanner,
}));

/** It contains the texts of all issues, so it is loaded on demand. */
const NeedAnnouncement = lazy(async () => ({
  default: (await import('./issue-announcement.tsx')).NeedAnnouncement,
}));

/** Shows the issues of the user at the top of a page, and announces new ones to screen readers. */
export function LiveNeedsBanner(targets: NeedHandlers) {
  const { data } = useNeeds();
  const added = useNewNeed(data);
  // The banner stays mounted after its last issue, because it still has to move the focus.
  const wasShown = useLastValue(data !== undefined && data.length > 0 ? true : null);
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {added === undefined ? null : (
          <Suspense fallback={null}>
            <NeedAnnouncement key={added.id} need={added} />
          </Suspense>
        )}
      </p>
      {data === undefined || wasShown === null ? null : (
        <Suspense fallback={null}>
          <NeedsBanner needs={data} {...targets} />
        </Suspense>
      )}
    </>
  );
}

function useNewNeed(needs: readonly Issue[] | undefined): Issue | undefined {
  const [known, setKnown] = useState<{ needs: typeof needs; added: Issue | undefined }>({
    needs: undefined,
    added: undefined,
  });
  if (needs === known.needs || needs === undefined) return known.added;
  const before = known.needs?.map(({ id }) => id);
  const added = before && needs.find(({ id }) => !before.includes(id));
  setKnown({ needs, added });
  return added;
}
