import { Navigate, useLoaderData, useLocation } from 'react-router';
import { useSession } from '../../api/session.tsx';
import { paths } from '../../paths.ts';
import { Invitation } from './invitation.tsx';
import type * as Calendar from './schedule.tsx';

/** /schedule: the calendar of a user, and an invitation to everybody else. */
export function SchedulePage() {
  const { user } = useSession();
  const { search } = useLocation();
  const calendar = useLoaderData<typeof Calendar | null>();
  return (
    <>
      <title>Calendário & Timeline · Pontual</title>
      {user === null ? <Invitation /> : null}
      {user !== null && calendar !== null ? <calendar.Schedule user={user} /> : null}
      {/* Logged in meanwhile, in another tab: the calendar is still to be loaded. */}
      {user !== null && calendar === null ? (
        <Navigate to={{ pathname: paths.schedule, search }} replace />
      ) : null}
    </>
  );
}
