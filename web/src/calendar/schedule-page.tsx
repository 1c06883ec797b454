import { lazy, Suspense } from 'react';
import { Navigate, useLoaderData, useLocation } from 'react-router';
import { useSession } from '../api/session.tsx';
import { paths } from '../ui/page/paths.ts';
import { PageMetadata } from '../ui/page/page-metadata.tsx';
import type * as Calendar from './schedule.tsx';
import { LockedSchedule } from './sample/locked-schedule.tsx';
import { showsSample } from './sample/sample-setting.ts';

const SampleSchedule = lazy(async () => ({
  default: (await import('./sample/sample-schedule.tsx')).SampleSchedule,
}));

export function SchedulePage() {
  const { user } = useSession();
  const { search } = useLocation();
  const calendar = useLoaderData<typeof Calendar | null>();
  return (
    <>
      <PageMetadata path={paths.schedule} />
      {user === null ? <Preview /> : null}
      {user !== null && calendar !== null ? <calendar.Schedule user={user} /> : null}
      {/* After a login in another tab the calendar is not loaded yet. */}
      {user !== null && calendar === null ? (
        <Navigate to={{ pathname: paths.schedule, search }} replace />
      ) : null}
    </>
  );
}

function Preview() {
  if (!showsSample()) return <LockedSchedule />;
  return (
    <Suspense fallback={null}>
      <SampleSchedule />
    </Suspense>
  );
}
