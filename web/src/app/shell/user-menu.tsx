import type { User } from '@pontual/contract/identity/auth.ts';
import { LogOut, UserRound } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { paths } from '../../ui/page/paths.ts';
import { PlanBadge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Avatar } from '../../ui/page/avatar.tsx';
import { LegalLinks } from '../../ui/page/legal-links.tsx';
import { ThemeSwitch } from '../../ui/page/theme-switch.tsx';

const WorkspaceSwitch = lazy(async () => ({
  default: (await import('../../account/members/workspace-switch.tsx')).WorkspaceSwitch,
}));

export function userDisplayName(user: User): string {
  return user.instagramUsername === null ? user.email : `@${user.instagramUsername}`;
}

/** Opened by any button with `popoverTarget={id}`. A sheet on a phone, above the account row on desktop. */
export function UserMenu({ id, user, onLogout }: { id: string; user: User; onLogout: () => void }) {
  return (
    <dialog
      id={id}
      popover="auto"
      aria-label="Conta"
      className="fixed inset-x-0 top-auto bottom-0 w-full animate-pop rounded-t-[20px] border-line bg-surface text-ink shadow-dialog backdrop:bg-scrim lg:right-auto lg:bottom-[76px] lg:left-4 lg:w-[300px] lg:rounded-lg lg:border lg:shadow-pop lg:backdrop:bg-transparent"
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 p-5 pb-[calc(20px+env(safe-area-inset-bottom))]">
        <div className="flex items-center gap-3">
          <Avatar user={user} className="size-11" />
          <div className="min-w-0 flex-1 leading-[1.35]">
            <p className="truncate font-semibold">{userDisplayName(user)}</p>
            {user.instagramUsername === null ? null : (
              <p className="truncate text-xs text-ink-3">{user.email}</p>
            )}
          </div>
          <PlanBadge plan={user.plan} />
        </div>
        {user.workspaces.length > 1 ? (
          <Suspense fallback={null}>
            <WorkspaceSwitch user={user} />
          </Suspense>
        ) : null}
        <ThemeSwitch />
        <div className="grid gap-2">
          <Link
            to={paths.userAccount}
            className={buttonClass({ variant: 'line', block: true })}
            // Client-side navigation does not close a popover.
            onClick={() => document.getElementById(id)?.hidePopover()}
          >
            <span className="-ml-1 inline-flex">
              <UserRound size={17} />
            </span>
            Sua conta
          </Link>
          <Button variant="line" block icon={<LogOut size={17} />} onClick={onLogout}>
            Sair
          </Button>
        </div>
        <LegalLinks className="-my-2" />
      </div>
    </dialog>
  );
}
