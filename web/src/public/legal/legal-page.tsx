import { publicPages, type PublicPath } from '@pontual/contract/shared/public-pages.ts';
import type { ReactNode } from 'react';
import { PublicShell } from '../../ui/page/public-shell.tsx';

export interface LegalSection {
  /** Other pages link to this URL fragment, so it must not change. */
  id: string;
  title: string;
  body: ReactNode;
}

interface LegalPageProps {
  path: PublicPath;
  /** `22 de novembro de 2026` */
  updated: string;
  sections: readonly LegalSection[];
}

export function LegalPage({ path, updated, sections }: LegalPageProps) {
  const { title, description } = publicPages[path];
  return (
    <PublicShell footer>
      <article className="page-gutter mx-auto grid max-w-[1440px] grid-cols-[minmax(0,1fr)] gap-x-16 pt-6 pb-20 lg:grid-cols-[260px_minmax(0,1fr)] lg:pt-10 print:block print:p-0">
        <header className="lg:col-start-2">
          <h1 className="h-section text-balance hyphens-manual">{title}</h1>
          <p className="mt-5 max-w-[60ch] text-lg text-ink-2">{description}</p>
          <p className="mt-2 text-xs text-ink-3">Atualizado em {updated}.</p>
        </header>
        <Contents sections={sections} />
        <div className="max-w-[68ch] min-w-0 lg:col-start-2">
          {sections.map(({ id, title: heading, body }, index) => (
            <section key={id} aria-labelledby={id} className="mt-10 lg:mt-12">
              <h2 id={id} className="h-dialog scroll-mt-6">
                {index + 1}. {heading}
              </h2>
              <div className="prose">{body}</div>
            </section>
          ))}
        </div>
      </article>
    </PublicShell>
  );
}

function Contents({ sections }: Pick<LegalPageProps, 'sections'>) {
  return (
    <nav
      aria-labelledby="sumario"
      className="mt-8 border-y border-line py-4 lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:mt-0 lg:border-0 lg:py-0 print:hidden"
    >
      <div className="lg:sticky lg:top-8">
        <p id="sumario" className="text-xs font-medium text-ink-3">
          Nesta página
        </p>
        <ol className="mt-1">
          {sections.map(({ id, title }, index) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="flex gap-2 py-1.5 text-sm text-ink-2 underline-offset-4 hover:text-ink hover:underline max-lg:min-h-11 max-lg:items-center"
              >
                <span className="tnum min-w-[2ch] text-ink-3">{index + 1}</span>
                {title}
              </a>
            </li>
          ))}
        </ol>
      </div>
    </nav>
  );
}
