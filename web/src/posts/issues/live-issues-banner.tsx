import type { Issue } from '@pontual/contract/posts/issues.ts';
import { lazy, Suspense, useState } from 'react';
import { useLastValue } from '../../ui/use-last-value.ts';
import type { IssueHandlers } from './issue-action-button.tsx';
import { useIssues } from './issues-queries.ts';

/** Most users have no issue on most days, so the banner is loaded on demand. */
const IssuesBanner = lazy(async () => ({
  default: (await import('./issues-banner.tsx')).IssuesBanner,
}));

/** It contains the texts of all issues, so it is loaded on demand. */
const IssueAnnouncement = lazy(async () => ({
  default: (await import('./issue-announcement.tsx')).IssueAnnouncement,
}));

/** Shows the issues of the user at the top of a page, and announces new ones to screen readers. */
export function LiveIssuesBanner(targets: IssueHandlers) {
  const { data } = useIssues();
  const added = useNewIssue(data);
  // The banner stays mounted after its last issue, because it still has to move the focus.
  const wasShown = useLastValue(data !== undefined && data.length > 0 ? true : null);
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {added === undefined ? null : (
          <Suspense fallback={null}>
            <IssueAnnouncement key={added.id} issue={added} />
          </Suspense>
        )}
      </p>
      {data === undefined || wasShown === null ? null : (
        <Suspense fallback={null}>
          <IssuesBanner issues={data} {...targets} />
        </Suspense>
      )}
    </>
  );
}

function useNewIssue(issues: readonly Issue[] | undefined): Issue | undefined {
  const [known, setKnown] = useState<{ issues: typeof issues; added: Issue | undefined }>({
    issues: undefined,
    added: undefined,
  });
  if (issues === known.issues || issues === undefined) return known.added;
  const before = known.issues?.map(({ id }) => id);
  const added = before && issues.find(({ id }) => !before.includes(id));
  setKnown({ issues, added });
  return added;
}
