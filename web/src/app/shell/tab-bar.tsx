import { Ellipsis, Plus } from 'lucide-react';
import { useId } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { IfAllowed } from '../../api/permissions.tsx';
import { createPostFrom } from '../../ui/page/paths.ts';
import { mainPages, morePages } from './app-pages.ts';

const tabClass =
  'grid min-h-13 w-full justify-items-center gap-[3px] pt-2 pb-1 text-[11.5px] leading-[1.4] font-medium text-ink-3 aria-[current]:font-bold aria-[current]:text-ink';

const BEFORE_CREATE = 2;

export function TabBar() {
  const location = useLocation();
  const { pathname } = location;
  const moreId = useId();
  return (
    <nav
      aria-label="Principal"
      className="fixed inset-x-0 bottom-0 z-30 grid auto-cols-fr grid-flow-col items-end has-[.size-15]:grid-cols-[1fr_1fr_76px_1fr_1fr] border-t border-line bg-surface px-1.5 pt-1 pb-[calc(6px+env(safe-area-inset-bottom))] lg:hidden print:hidden"
    >
      <Tabs pages={mainPages.slice(0, BEFORE_CREATE)} />
      <IfAllowed permission="edit">
        <Link
          {...createPostFrom(location)}
          aria-label="Criar post"
          className="mx-auto -mt-[26px] mb-1 grid size-15 place-items-center rounded-full bg-ipe text-on-ipe not-focus-visible:shadow-[0_0_0_5px_var(--surface),var(--shadow-2)]"
        >
          <Plus size={26} className="stroke-[2.25]" />
        </Link>
      </IfAllowed>
      <Tabs pages={mainPages.slice(BEFORE_CREATE)} />
      <button
        type="button"
        popoverTarget={moreId}
        aria-current={morePages.some(({ to }) => to === pathname) ? 'true' : undefined}
        className={tabClass}
      >
        <Ellipsis size={22} />
        Mais
      </button>
      <MorePages id={moreId} />
    </nav>
  );
}

function Tabs({ pages }: { pages: readonly (typeof mainPages)[number][] }) {
  return pages.map(({ to, label, Icon }) => (
    <NavLink key={to} to={to} className={tabClass}>
      <Icon size={22} />
      {label}
    </NavLink>
  ));
}

/** A native popover: Esc and an outside click close it, and the focus returns. */
function MorePages({ id }: { id: string }) {
  return (
    <dialog
      id={id}
      popover="auto"
      aria-label="Mais páginas"
      className="fixed inset-x-0 top-auto bottom-0 w-full animate-pop rounded-t-[20px] border-line bg-surface text-ink shadow-dialog backdrop:bg-scrim"
    >
      <ul className="grid gap-1 p-4 pb-[calc(20px+env(safe-area-inset-bottom))]">
        {morePages.map(({ to, label, Icon }) => (
          <li key={to}>
            <NavLink
              to={to}
              className="flex min-h-13 items-center gap-3 rounded-full px-4 font-medium text-ink-2 after:ml-auto after:size-2 after:rounded-full hover:bg-hover aria-[current]:font-bold aria-[current]:text-ink aria-[current]:after:bg-ipe"
              // Client-side navigation does not close a popover.
              onClick={() => document.getElementById(id)?.hidePopover()}
            >
              <Icon size={20} />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </dialog>
  );
}
