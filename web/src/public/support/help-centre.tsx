import type { User } from '@pontual/contract/identity/auth.ts';
import { CalendarPlus, LayoutDashboard } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../ui/page/paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { FaqSection } from './faq-section.tsx';

/** `children` stand beside the answers. */
export function HelpCentre({ user, children }: { user: User | null; children: ReactNode }) {
  return (
    <div
      className={cx(
        user === null &&
          'mx-auto max-w-[1440px] px-4 pt-4 pb-14 lg:px-[clamp(20px,4.5vw,64px)] lg:pt-9 lg:pb-24',
      )}
    >
      <header className="mb-5 grid gap-4 lg:mb-9 lg:flex lg:items-end lg:justify-between lg:gap-6">
        <div>
          <h1
            className={
              user === null
                ? 'font-heading text-[clamp(2.25rem,4.4vw,3.75rem)] leading-none font-bold tracking-[-.035em]'
                : 'h-page'
            }
          >
            Central de Ajuda
          </h1>
          <p className="mt-2 text-[1rem] text-ink-2 lg:mt-3 lg:text-[1.0625rem]">
            Respostas curtas para voltar logo ao calendário.
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <Link to={paths.schedule} className={buttonClass({ variant: 'ink' })}>
            <CalendarPlus size={18} />
            Agendar Post
          </Link>
          <Link to={paths.dashboard} className={buttonClass({ variant: 'line' })}>
            <LayoutDashboard size={18} />
            Dashboard
          </Link>
        </div>
      </header>
      <div
        className={cx(
          'grid grid-cols-[minmax(0,1fr)] items-start gap-8 xl:grid-cols-[minmax(0,1fr)_432px]',
          user === null
            ? 'lg:grid-cols-[minmax(0,1fr)_380px] lg:gap-10 xl:gap-14'
            : 'xl:grid-cols-[minmax(0,1fr)_400px]! xl:gap-10',
        )}
      >
        <FaqSection />
        <aside
          aria-label="Falar com o suporte"
          className={cx(
            'grid grid-cols-[minmax(0,1fr)] gap-4',
            user === null && 'xl:sticky xl:top-6',
          )}
        >
          {children}
        </aside>
      </div>
    </div>
  );
}
