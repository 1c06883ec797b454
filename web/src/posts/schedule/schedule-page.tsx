import { useSession } from '../../api/session.tsx';
import { Invitation } from './invitation.tsx';
import { Schedule } from './schedule.tsx';

/** /schedule: the calendar of a user, and an invitation to everybody else. */
export function SchedulePage() {
  const { user } = useSession();
  return (
    <>
      <title>Calendário & Timeline · Pontual</title>
      {user === null ? <Invitation /> : <Schedule user={user} />}
    </>
  );
}
