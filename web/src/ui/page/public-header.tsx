import { Equal } from 'lucide-react';
import { useId } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { paths } from './paths.ts';
import { buttonClass } from '../button.tsx';
import { cx } from '../cx.ts';
import { Wordmark } from '../wordmark.tsx';

interface HeaderLink {
  to: string;
  label: string;
  className?: string;
}

/** Specification, section 2. On the landing page the plans are a section of the page. */
function useLinks(): readonly HeaderLink[] {
  const isLanding = useLocation().pathname === paths.home;
  return [
    { to: `${paths.home}#funcionalidades`, label: 'Funcionalidades' },
    { to: isLanding ? `${paths.home}#planos` : paths.plans, label: 'Planos' },
    { to: paths.support, label: 'Suporte' },
  ];
}

/** A plain page does not know the user, so it has both links and a style sheet hides one. */
const accountLinks: readonly HeaderLink[] = [
  { to: paths.login, label: 'Entrar', className: 'for-visitors' },
  { to: paths.dashboard, label: 'Dashboard', className: 'for-users' },
];

export function PublicHeader() {
  const links = useLinks();
  const menuId = useId();
  return (
    <header className="flex h-16 items-center justify-between gap-2 pr-2 pl-4 lg:h-19 lg:bar-gutter print:hidden">
      <div className="flex items-center gap-4 lg:gap-10">
        <Link to={paths.home} aria-label="Pontual, início" className="-my-3 py-3">
          <Wordmark />
        </Link>
        <nav aria-label="Principal" className="flex items-center gap-4 max-lg:hidden">
          {links.map(({ to, label }) => (
            <PageLink
              key={label}
              to={to}
              className="inline-flex min-h-11 items-center rounded-full px-2.5 text-[.9375rem] font-medium text-ink-2 underline-offset-4 hover:text-ink aria-[current]:font-bold aria-[current]:text-ink"
            >
              {label}
            </PageLink>
          ))}
        </nav>
      </div>
      <div className="flex items-center gap-1 lg:gap-2">
        {accountLinks.map(({ to, label, className }) => (
          <Link
            key={label}
            to={to}
            className={cx(buttonClass({ variant: 'ghost' }), 'max-sm:hidden', className)}
          >
            {label}
          </Link>
        ))}
        <Link to={paths.register} className={buttonClass({ variant: 'ink' })}>
          Comece Agora
        </Link>
        <button
          type="button"
          popoverTarget={menuId}
          aria-label="Abrir menu"
          className="inline-grid size-11 place-items-center rounded-full hover:bg-hover lg:hidden"
        >
          <Equal size={22} />
        </button>
      </div>
      <MenuSheet id={menuId} links={[...links, ...accountLinks]} />
    </header>
  );
}

/** A section link is never the current page, so it is no NavLink. */
function PageLink({ to, ...rest }: { to: string; className: string; children: string }) {
  return to.includes('#') ? <Link to={to} {...rest} /> : <NavLink to={to} {...rest} />;
}

/** Esc and an outside click close a native popover, and the focus returns. */
function MenuSheet({ id, links }: { id: string; links: readonly HeaderLink[] }) {
  return (
    <dialog
      id={id}
      popover="auto"
      aria-label="Menu"
      className="fixed inset-x-0 top-auto bottom-0 w-full max-w-none animate-pop rounded-t-[20px] border-line bg-surface text-ink shadow-dialog backdrop:bg-scrim"
    >
      <ul className="grid gap-1 p-4 pb-[calc(20px+env(safe-area-inset-bottom))]">
        {links.map(({ to, label, className }) => (
          <li key={label} className={className}>
            <Link
              to={to}
              className="flex min-h-13 items-center rounded-full px-4 font-medium hover:bg-hover"
              // Client-side navigation does not close a popover.
              onClick={() => document.getElementById(id)?.hidePopover()}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </dialog>
  );
}
