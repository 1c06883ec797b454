import type { PublicPath } from '@pontual/contract/shared/public-pages.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../ui/page/paths.ts';
import { LegalLinks } from '../../ui/page/legal-links.tsx';
import { PageMetadata } from '../../ui/page/page-metadata.tsx';
import { Wordmark } from '../../ui/wordmark.tsx';

interface AuthFrameProps {
  title: string;
  /** The path of a page that search engines may index. */
  path?: PublicPath;
  lead: string;
  /** Shown from the breakpoint lg on. Decorative. */
  graphic: ReactNode;
  children: ReactNode;
}

export function AuthFrame({ title, path, lead, graphic, children }: AuthFrameProps) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1.04fr)]">
      <main
        id="conteudo"
        tabIndex={-1}
        className="flex flex-col px-5 pt-[18px] pb-8 lg:px-[clamp(20px,4.5vw,64px)] lg:py-8"
      >
        {path === undefined ? <title>{`${title} · Pontual`}</title> : <PageMetadata path={path} />}
        <Link to={paths.home} aria-label="Pontual, início" className="-my-3 self-start py-3">
          <Wordmark />
        </Link>
        <div className="mt-5 mb-auto grid w-full gap-5 py-3 lg:m-auto lg:max-w-[400px] lg:py-8">
          <div>
            <h1 className="font-heading text-[2.125rem] leading-[1.02] font-bold tracking-[-.03em] lg:text-[2.5rem]">
              {title}
            </h1>
            <p className="mt-3 text-ink-2">{lead}</p>
          </div>
          {children}
        </div>
        <LegalLinks />
      </main>
      <div aria-hidden="true" className="relative overflow-hidden max-lg:hidden">
        {graphic}
      </div>
    </div>
  );
}
