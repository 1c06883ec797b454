import { Outlet, useLoaderData } from 'react-router';
import { useSession } from '../../api/session.tsx';
import type * as Frames from './app-frame.tsx';
import { PublicShell } from '../../ui/page/public-shell.tsx';

/** Around every page of the app. One for all, so that it stays while one goes from page to page. */
export function PageFrame() {
  const { status } = useSession();
  const frames = useLoaderData<typeof Frames | null>();
  // Logged in meanwhile, in another tab: the page itself asks for what is still to be loaded.
  if (status === 'user' && frames !== null) return <frames.AppFrame />;
  return (
    <PublicShell>
      <Outlet />
    </PublicShell>
  );
}
