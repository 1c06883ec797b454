import { ArrowRight, CalendarDays, LifeBuoy, Tags } from 'lucide-react';
import { Link, useLocation, useNavigate } from 'react-router';
import { paths } from '../ui/page/paths.ts';
import { PublicShell } from '../ui/page/public-shell.tsx';
import { buttonClass } from '../ui/button.tsx';

const popular = [
  { to: paths.schedule, label: 'Calendário & Timeline', Icon: CalendarDays },
  { to: paths.plans, label: 'Planos', Icon: Tags },
  { to: paths.support, label: 'Central de Ajuda', Icon: LifeBuoy },
] as const;

export function NotFoundPage() {
  const navigate = useNavigate();
  const isFirst = useLocation().key === 'default';
  function goBack(): void {
    // Goes back only within the site; a visitor from elsewhere or in a new tab goes to the home page.
    const canGoBack = globalThis.navigation?.canGoBack ?? !isFirst;
    void (canGoBack ? navigate(-1) : navigate(paths.home));
  }
  return (
    <PublicShell>
      <title>Página não encontrada · Pontual</title>
      <div className="page-gutter mx-auto grid max-w-[1440px] gap-x-12 pt-9 pb-8 lg:min-h-[calc(100dvh-140px)] lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)] lg:grid-rows-[1fr_auto] lg:items-center lg:pt-2">
        <p className="-ml-[.02em] flex items-end font-heading text-[46vw] leading-[.78] font-bold lg:text-[clamp(11rem,26vw,24rem)]">
          <span className="sr-only">404</span>
          <span aria-hidden="true">4</span>
          <i
            aria-hidden="true"
            className="mr-[.01em] mb-[.037em] ml-[.012em] size-[.7em] shrink-0 rounded-full bg-ipe"
          />
          <span aria-hidden="true">4</span>
        </p>
        <div className="max-lg:mt-10">
          <h1 className="font-heading text-[clamp(2rem,3.4vw,3rem)] leading-[1.02] font-bold tracking-[-.03em]">
            Oops! Página não encontrada
          </h1>
          <p className="mt-3.5 mb-6.5 max-w-[400px] text-lg text-ink-2">
            Este endereço não está no calendário. Confira o link ou siga por aqui.
          </p>
          <div className="flex flex-wrap gap-3">
            <Link to={paths.home} className={buttonClass({ variant: 'ink', size: 'lg' })}>
              Ir para o início
            </Link>
            <Link to={paths.schedule} className={buttonClass({ variant: 'line', size: 'lg' })}>
              Abrir o calendário
            </Link>
          </div>
          <p className="mt-5.5">
            <button type="button" className="text-link" onClick={goBack}>
              Voltar à página anterior
            </button>
          </p>
        </div>
        <nav
          aria-label="Páginas populares"
          className="border-t border-line max-lg:mt-10 lg:col-span-full lg:grid lg:grid-cols-3 lg:divide-x lg:divide-line"
        >
          {popular.map(({ to, label, Icon }) => (
            <Link
              key={to}
              to={to}
              className="group flex items-center gap-3.5 py-5 max-lg:not-last:border-b max-lg:not-last:border-line lg:py-6 lg:pr-5 lg:not-first:pl-6"
            >
              <Icon size={22} />
              <span className="grid flex-1 leading-[1.35]">
                <b className="font-semibold underline-offset-4 group-hover:underline">{label}</b>
                <small className="text-xs text-ink-3">{to}</small>
              </span>
              <ArrowRight size={18} />
            </Link>
          ))}
        </nav>
      </div>
    </PublicShell>
  );
}
