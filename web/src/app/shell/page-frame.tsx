import { Outlet, useLoaderData } from 'react-router';
import { useSession } from '../../api/session.tsx';
import type * as Frames from './app-frame.tsx';
import { PublicShell } from '../../ui/page/public-shell.tsx';

/** One instance serves all pages, so that it persists across navigation. */
export function PageFrame() {
  const { status } = useSession();
  const frames = useLoaderData<typeof Frames | null>();
  // The user has logged in in another tab: the page itself requests the missing modules.
  if (status === 'user' && frames !== null) return <frames.AppFrame />;
  return (
    <PublicShell>
      <Outlet />
    </PublicShell>
  );
}
