import type { User } from '@pontual/contract/identity/auth.ts';
import { LogOut, Plus } from 'lucide-react';
import {
  lazy,
  Suspense,
  useEffect,
  useId,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { Link, NavLink, useLocation, useNavigate } from 'react-router';
import { IfAllowed, useCan } from '../../api/permissions.tsx';
import { useLiveEvents } from '../../api/live-events.ts';
import { useSession } from '../../api/session.tsx';
import { OfflineBanner } from '../offline/offline-banner.tsx';
import { mayHaveOfflineQueue, onOfflineQueueChange } from '../../api/device-marks.ts';
import { useOfflineCache } from '../offline/use-offline-cache.ts';
import { createPostFrom, paths } from '../../ui/page/paths.ts';
import { LivePauseBanner } from '../../planning/pause/live-pause-banner.tsx';
import { SidebarPlanUsage } from '../../account/billing/sidebar-plan-usage.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Wordmark } from '../../ui/wordmark.tsx';
import { UserMenu, userDisplayName } from './user-menu.tsx';
import { mainPages, morePages } from './app-pages.ts';
import { Avatar } from '../../ui/page/avatar.tsx';
import { LogoutContext } from '../../ui/page/logout-context.ts';
import { TabBar } from './tab-bar.tsx';

const PastDueBanner = lazy(async () => ({
  default: (await import('./past-due-banner.tsx')).PastDueBanner,
}));

const VerifyEmailBanner = lazy(async () => ({
  default: (await import('../../account/verification/verify-email-banner.tsx')).VerifyEmailBanner,
}));

const WaitingPosts = lazy(async () => ({
  default: (await import('../../composer/offline-queue/offline-queue.tsx')).OfflineQueue,
}));

async function readOfflineQueue(userId: string): Promise<readonly unknown[]> {
  if (!mayHaveOfflineQueue()) return [];
  const store = await import('../../composer/offline-queue/offline-post-store.ts');
  return store.refreshOfflinePosts(userId);
}

export function AppShell({ children }: { children: ReactNode }) {
  const { user, logout } = useSession();
  const navigate = useNavigate();
  const menuId = useId();
  const [isLoggingOut, setIsLoggingOut] = useState(false);
  const hasOfflineQueue = useSyncExternalStore(onOfflineQueueChange, mayHaveOfflineQueue);
  useLiveEvents();
  useOfflineCache();
  useCreateShortcut();
  if (user === null) return null;
  const logOutNow = () => {
    logout();
    void navigate(paths.login);
  };
  const requestLogout = async () => {
    const waiting = await readOfflineQueue(user._id).catch(() => []);
    if (waiting.length > 0) setIsLoggingOut(true);
    else logOutNow();
  };
  const onLogout = () => void requestLogout();
  return (
    <div className="min-h-dvh max-lg:pb-22 lg:grid lg:grid-cols-[252px_minmax(0,1fr)] print:block print:pb-0">
      <SideBar user={user} menuId={menuId} onLogout={onLogout} />
      <TopBar user={user} menuId={menuId} />
      <main
        id="conteudo"
        tabIndex={-1}
        className="mx-auto w-full max-w-[1280px] px-4 pt-4 pb-10 lg:px-10 lg:pt-8 lg:pb-16 print:max-w-none print:p-0"
      >
        <OfflineBanner />
        <LivePauseBanner />
        {hasOfflineQueue ? (
          <Suspense fallback={null}>
            <WaitingPosts
              userId={user._id}
              isLoggingOut={isLoggingOut}
              onCancelLogout={() => setIsLoggingOut(false)}
              onConfirmLogout={logOutNow}
            />
          </Suspense>
        ) : null}
        {user.subscriptionStatus === 'past_due' ? (
          <IfAllowed permission="own">
            <Suspense fallback={null}>
              <PastDueBanner />
            </Suspense>
          </IfAllowed>
        ) : null}
        {user.isEmailVerified ? null : (
          <Suspense fallback={null}>
            <VerifyEmailBanner user={user} />
          </Suspense>
        )}
        <LogoutContext value={onLogout}>{children}</LogoutContext>
      </main>
      <TabBar />
      <UserMenu id={menuId} user={user} onLogout={onLogout} />
    </div>
  );
}

function SideBar(props: { user: User; menuId: string; onLogout: () => void }) {
  const { user, menuId, onLogout } = props;
  const location = useLocation();
  return (
    <header className="sticky top-0 flex h-dvh flex-col border-r border-line px-4 pt-6 pb-4 max-lg:hidden print:hidden">
      <Link to={paths.dashboard} aria-label="Pontual, início" className="mx-2.5 mb-5.5 self-start">
        <Wordmark />
      </Link>
      <IfAllowed permission="edit">
        <Link
          {...createPostFrom(location)}
          aria-keyshortcuts="C"
          className={cx(
            buttonClass({ variant: 'ink', block: true }),
            'justify-between! pr-3.5! pl-4!',
          )}
        >
          <span className="inline-flex items-center gap-2">
            <Plus size={18} />
            Criar post
          </span>
          <kbd
            aria-hidden="true"
            className="rounded-[5px] border border-current px-1.5 py-[3px] font-sans text-[11px] leading-none font-medium opacity-55"
          >
            C
          </kbd>
        </Link>
      </IfAllowed>
      <nav aria-label="Principal" className="mt-5 grid gap-0.5">
        {[...mainPages, ...morePages].map(({ to, label, Icon }) => (
          <NavLink
            key={to}
            to={to}
            className="flex min-h-10 items-center gap-3 rounded-full px-3 text-sm font-medium text-ink-2 after:ml-auto after:size-2 after:rounded-full hover:bg-hover aria-[current]:bg-surface aria-[current]:font-bold aria-[current]:text-ink aria-[current]:not-focus-visible:shadow-[0_0_0_1px_var(--line)] aria-[current]:after:bg-ipe"
          >
            <Icon size={18} />
            {label}
          </NavLink>
        ))}
      </nav>
      <SidebarPlanUsage user={user} />
      <div className="flex items-center gap-1 border-t border-line pt-3">
        <button
          type="button"
          popoverTarget={menuId}
          className="-ml-1.5 flex min-w-0 flex-1 items-center gap-2.5 rounded-full py-1 pr-3 pl-1.5 text-left transition-colors hover:bg-hover"
        >
          <Avatar user={user} className="size-9" />
          <span className="min-w-0">
            <b className="block truncate text-sm leading-[1.25] font-bold">
              {userDisplayName(user)}
            </b>
            <small className="block truncate text-2xs text-ink-3">
              {user.instagramUsername === null ? 'Instagram não conectado' : user.email}
            </small>
          </span>
        </button>
        <IconButton size="sm" label="Sair" icon={<LogOut size={17} />} onClick={onLogout} />
      </div>
    </header>
  );
}

function TopBar({ user, menuId }: { user: User; menuId: string }) {
  return (
    <header className="sticky top-0 z-20 flex h-14 items-center justify-between border-b border-line bg-paper pr-2 pl-4 lg:hidden print:hidden">
      <Link to={paths.dashboard} aria-label="Pontual, início" className="-my-3 py-3">
        <Wordmark className="text-[22px]" />
      </Link>
      <IconButton
        label={`Conta ${userDisplayName(user)}`}
        popoverTarget={menuId}
        icon={<Avatar user={user} className="size-[30px] text-sm" />}
      />
    </header>
  );
}

/** The shortcut is disabled where the user types or selects, and under an overlay. */
const editableSelector = 'input, textarea, select, [role=combobox], [contenteditable]';
const overlaySelector =
  '[role=dialog], [role=alertdialog], [role=combobox][aria-expanded=true], :popover-open';

function useCreateShortcut(): void {
  const navigate = useNavigate();
  const location = useLocation();
  const canEdit = useCan('edit');
  useEffect(() => {
    if (!canEdit) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'c' || event.repeat) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(editableSelector) !== null)
        return;
      if (document.querySelector(overlaySelector) !== null) return;
      event.preventDefault();
      const { to, state } = createPostFrom(location);
      void navigate(to, { state, replace: to.startsWith(location.pathname) });
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [navigate, location, canEdit]);
}
