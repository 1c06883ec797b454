import { Link } from 'react-router';
import { paths } from '../../ui/page/paths.ts';
import { PublicShell } from '../../ui/page/public-shell.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Audience } from './audience.tsx';
import { CallToAction } from './call-to-action.tsx';
import { DayBoard } from './day-board.tsx';
import { FeaturesSection } from './features-section.tsx';
import { HeroTimeline } from './hero-timeline.tsx';
import { Pricing } from './pricing.tsx';

const figures = [
  { value: '10K+', label: 'posts agendados' },
  { value: '1K+', label: 'usuários ativos' },
  { value: '99.9%', label: 'uptime' },
] as const;

export function LandingPage() {
  return (
    <PublicShell footer>
      <Hero />
      <section
        aria-label="Pontual em números"
        className="bar-gutter border-b border-line max-lg:py-2"
      >
        <dl className="grid lg:grid-cols-3">
          {figures.map(({ value, label }) => (
            <div
              key={label}
              className="flex flex-row-reverse items-baseline justify-between gap-3.5 border-line py-3.5 not-first:border-t lg:justify-end lg:py-7.5 lg:not-first:border-t-0 lg:not-first:border-l lg:not-first:pl-7"
            >
              <dt className="text-ink-2">{label}</dt>
              <dd className="figure-big text-[2.25rem] leading-none lg:text-3xl lg:leading-none">
                {value}
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <FeaturesSection />
      <Audience />
      <Pricing />
      <CallToAction />
    </PublicShell>
  );
}

/**
 * `--pxh` is the width of an hour and `--drop` the distance of the timeline below the full stop, to which it
 * is positioned so that both meet at every width.
 */
function Hero() {
  return (
    <section className="relative grid grid-cols-[minmax(0,1fr)] gap-10 overflow-clip border-b border-line px-5 pt-[22px] pb-[526px] [--drop:424px] [--pxh:50px] min-[22.5rem]:pb-[458px] min-[22.5rem]:[--drop:356px] lg:grid-cols-[minmax(0,1fr)_330px] lg:bar-gutter lg:pt-[clamp(28px,3.2vw,48px)] lg:pb-[452px] lg:[--drop:350px] lg:[--pxh:clamp(80px,5.9vw,88px)] xl:grid-cols-[minmax(0,1fr)_372px] xl:[--drop:322px]">
      <div>
        <h1 className="font-heading text-[18.8vw] leading-[.9] font-bold tracking-[-.038em] whitespace-nowrap lg:text-hero lg:leading-[.9]">
          Seus posts,
          <br />
          na hora <br className="lg:hidden" />
          certa
          <HeroTimeline />
          <span className="sr-only">.</span>
        </h1>
        <div className="relative z-2 mt-[18px] max-w-[520px] bg-paper pb-1 lg:mt-6.5 lg:max-w-[430px] lg:bg-transparent lg:pb-0 xl:max-w-[520px]">
          <p className="mb-4 text-[1.0625rem] leading-[1.45] text-ink-2 lg:mb-5.5 lg:text-[1.25rem]">
            Agende fotos, vídeos, reels, stories e carrosséis. A Pontual publica no seu Instagram no
            minuto marcado, e você segue o dia.
          </p>
          <div className="flex flex-wrap gap-3 max-lg:*:min-h-14 max-lg:*:px-6 max-lg:*:text-[1rem]">
            <Link to={paths.register} className={buttonClass({ variant: 'ipe', size: 'xl' })}>
              Comece Agora
            </Link>
            <Link to="#planos" className={buttonClass({ variant: 'line', size: 'xl' })}>
              Ver planos
            </Link>
          </div>
          <p className="mt-3.5 text-xs text-pretty text-ink-3">
            Teste grátis de 14 dias. Garantia de 30 dias nos planos pagos.
          </p>
        </div>
      </div>
      <DayBoard />
    </section>
  );
}
