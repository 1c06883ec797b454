import { CalendarPlus, LayoutDashboard } from 'lucide-react';
import { useState } from 'react';
import { Link, Navigate, useLoaderData, useLocation } from 'react-router';
import { useSession } from '../../api/session.tsx';
import { paths } from '../../ui/page/paths.ts';
import { PageMetadata } from '../../ui/page/page-metadata.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { ContactCard } from './contact-card.tsx';
import { FaqSection } from './faq-section.tsx';
import type * as Mine from './my-messages.tsx';

export function SupportPage() {
  const { user } = useSession();
  const { hash } = useLocation();
  const messagesModule = useLoaderData<typeof Mine | null>();
  const [sent, setSent] = useState(0);
  // The user has logged in in another tab: the redirect loads the modules of user pages.
  if (user !== null && messagesModule === null)
    return <Navigate to={`${paths.support}${hash}`} replace />;
  return (
    <div
      className={cx(
        user === null &&
          'mx-auto max-w-[1440px] px-4 pt-4 pb-14 lg:px-[clamp(20px,4.5vw,64px)] lg:pt-9 lg:pb-24',
      )}
    >
      <PageMetadata path={paths.support} />
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
          <ContactCard user={user} onSent={() => setSent(sent + 1)} />
          {user === null || messagesModule === null ? null : (
            <messagesModule.MyMessages sent={sent} />
          )}
        </aside>
      </div>
    </div>
  );
}
