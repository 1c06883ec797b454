import type { ReactNode } from 'react';
import { CompanyLine } from './company-line.tsx';
import { Footer } from './footer.tsx';
import { LegalLinks } from './legal-links.tsx';
import { PublicHeader } from './public-header.tsx';

/** The page sets its own gutters (`page-gutter`). */
export function PublicShell({
  footer = false,
  children,
}: {
  footer?: boolean | undefined;
  children: ReactNode;
}) {
  return (
    <div className="flex min-h-dvh flex-col">
      <PublicHeader />
      <main id="conteudo" tabIndex={-1} className="flex-1">
        {children}
      </main>
      {footer ? <Footer /> : <SmallFooter />}
    </div>
  );
}

function SmallFooter() {
  return (
    <footer className="bar-gutter flex flex-wrap items-center gap-x-5 border-t border-line py-3">
      <LegalLinks className="max-sm:contents" />
      <CompanyLine className="py-1.5 lg:ml-auto" />
    </footer>
  );
}
