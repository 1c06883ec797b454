import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSession } from '../api/session.tsx';
import { paths } from '../paths.ts';
import { buttonClass } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Wordmark } from '../ui/wordmark.tsx';
import { Footer } from './footer.tsx';
import { CompanyLine } from './company-line.tsx';
import { legalLinkClass, LegalLinks } from './legal-links.tsx';

/** The frame of the pages that everybody sees. The page sets its own gutters (`page-gutter`). */
export function PublicShell({
  footer = false,
  children,
}: {
  /** The large one; else there is one line. */
  footer?: boolean | undefined;
  children: ReactNode;
}) {
  return (
    <div className="flex min-h-dvh flex-col">
      <Header />
      <main id="conteudo" tabIndex={-1} className="flex-1">
        {children}
      </main>
      {footer ? <Footer /> : <SmallFooter />}
    </div>
  );
}

function SmallFooter() {
  return (
    <footer className="page-gutter flex flex-wrap items-center gap-x-5 border-t border-line py-3">
      {/* On a phone the header has no room for it. */}
      <Link to={paths.plans} className={cx(legalLinkClass, 'sm:hidden print:hidden')}>
        Planos
      </Link>
      <LegalLinks className="max-sm:contents" />
      <CompanyLine className="py-1.5 lg:ml-auto" />
    </footer>
  );
}

function Header() {
  const { status } = useSession();
  return (
    <header className="print:hidden flex h-16 items-center justify-between gap-2 pr-3 pl-4 sm:pr-4 lg:h-19 lg:px-[clamp(20px,4.5vw,64px)]">
      <Link to={paths.home} aria-label="Pontual, início" className="-my-3 py-3">
        <Wordmark />
      </Link>
      <div className="flex items-center gap-1 lg:gap-2">
        <Link to={paths.plans} className={cx(buttonClass({ variant: 'ghost' }), 'max-sm:hidden')}>
          Planos
        </Link>
        {status === 'user' ? (
          <Link
            to={paths.dashboard}
            className={cx(buttonClass({ variant: 'ghost' }), 'max-sm:px-2.5!')}
          >
            Dashboard
          </Link>
        ) : (
          <Link
            to={paths.login}
            className={cx(buttonClass({ variant: 'ghost' }), 'max-sm:px-2.5!')}
          >
            Entrar
          </Link>
        )}
        <Link to={paths.register} className={cx(buttonClass({ variant: 'ink' }), 'max-lg:px-4!')}>
          Comece Agora
        </Link>
      </div>
    </header>
  );
}
