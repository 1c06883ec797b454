import { limitsByPlan } from '@pontual/contract/billing/plans.ts';
import { ArrowRight, Lock } from 'lucide-react';
import { useId, useMemo, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { loginReturningTo, paths } from '../../ui/page/paths.ts';
import { BrasiliaClock } from '../../ui/page/brasilia-clock.tsx';
import { useMinute } from '../../ui/page/use-minute.ts';
import { buttonClass, type ButtonStyle } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { LockedMonth, LockedTimeline } from './locked-panels.tsx';
import { createSamplePosts } from './sample-data.ts';

const { maxPosts, maxScheduleDays } = limitsByPlan.free;

export function LockedSchedule() {
  const now = useMinute();
  const samplePosts = useMemo(() => createSamplePosts(now), [now]);
  return (
    <div className="mx-auto max-w-[1440px] px-4 pt-4 pb-10 lg:px-[clamp(20px,4.5vw,64px)] lg:pt-7 lg:pb-16">
      <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3 lg:mb-6">
        <div>
          <h1 className="h-page">Calendário & Timeline</h1>
          <p className="mt-1.5 text-sm text-pretty text-ink-2 lg:text-base">
            Uma prévia do que espera por você. Entre para ver e agendar os seus posts.
          </p>
        </div>
        <BrasiliaClock label="horário de Brasília" className="max-lg:hidden" />
      </div>
      <div className="grid gap-x-9 gap-y-8 xl:grid-cols-[minmax(0,1fr)_424px]">
        <LockedPanel
          title="Seu mês inteiro num olhar"
          text={`Crie sua conta para agendar até ${maxPosts} posts por mês, com até ${maxScheduleDays} dias de antecedência.`}
          actions={
            <>
              <RegisterLink variant="ipe">Criar conta grátis</RegisterLink>
              <LoginLink variant="line" />
            </>
          }
        >
          <LockedMonth samplePosts={samplePosts} now={now} />
        </LockedPanel>
        <LockedPanel
          title="A fila, minuto a minuto"
          text="Já tem conta? Entre e veja o que foi ao ar hoje e o que vem a seguir."
          actions={
            <>
              <LoginLink variant="ink" />
              <RegisterLink variant="line">Criar conta</RegisterLink>
            </>
          }
        >
          <LockedTimeline samplePosts={samplePosts} now={now} />
        </LockedPanel>
      </div>
      <div className="mt-7 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-t border-line pt-6">
        <p className="max-w-[620px] text-pretty text-ink-2">
          <b className="font-semibold text-ink">{maxPosts} posts por mês, grátis.</b> Feed, vídeos,
          reels, stories e carrosséis, publicados na sua conta profissional do Instagram.
        </p>
        <Link to={paths.plans} className={cx(buttonClass({ variant: 'line' }), 'max-lg:w-full')}>
          Ver planos
          <ArrowRight size={18} className="-mr-1" />
        </Link>
      </div>
    </div>
  );
}

interface LockedPanelProps {
  title: string;
  text: string;
  actions: ReactNode;
  children: ReactNode;
}

/** The content that unlocks the panel comes first in the tab order. */
function LockedPanel({ title, text, actions, children }: LockedPanelProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="relative grid overflow-hidden rounded-lg *:[grid-area:1/1]"
    >
      <div className="relative z-[1] grid items-start justify-items-center bg-linear-to-b from-paper/20 to-paper to-96% px-3.5 pt-[124px] pb-3.5 lg:px-5 lg:pt-[132px] lg:pb-5">
        <div className="grid w-full justify-items-center gap-2.5 rounded-xl border border-line bg-surface px-[18px] pt-[22px] pb-5 text-center shadow-pop lg:max-w-[400px] lg:px-7 lg:pt-[30px] lg:pb-7">
          <span className="mb-1.5 grid size-13 place-items-center rounded-full bg-ink text-on-ink">
            <Lock size={22} />
          </span>
          <h2
            id={id}
            className="font-heading text-[1.375rem] leading-[1.1]! font-bold tracking-[-.02em] lg:text-[1.625rem]"
          >
            {title}
          </h2>
          <p className="mb-2.5 text-pretty text-ink-2">{text}</p>
          <div className="flex flex-wrap justify-center gap-3">{actions}</div>
        </div>
      </div>
      <div inert className="h-full max-xl:max-h-[560px] max-xl:overflow-hidden">
        {children}
      </div>
    </section>
  );
}

function RegisterLink({ variant, children }: Pick<ButtonStyle, 'variant'> & { children: string }) {
  return (
    <Link to={paths.register} className={buttonClass({ variant, size: 'lg' })}>
      {children}
    </Link>
  );
}

function LoginLink({ variant }: Pick<ButtonStyle, 'variant'>) {
  const location = useLocation();
  return (
    <Link {...loginReturningTo(location)} className={buttonClass({ variant, size: 'lg' })}>
      Entrar
    </Link>
  );
}
