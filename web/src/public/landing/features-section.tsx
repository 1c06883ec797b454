import type { ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';
import {
  CaptionMockup,
  DraftsMockup,
  ScheduleMockup,
  PreviewMockup,
  PublishedMockup,
  UploadMockup,
  WeekMockup,
} from './day-mockups.tsx';

interface DayStep {
  time: string;
  title: string;
  text: string;
  mockup: ReactNode;
  isPublishing?: boolean;
}

const daySteps: readonly DayStep[] = [
  {
    time: '07:10',
    title: 'A ideia vira rascunho',
    text: 'Salve sem data e sem legenda, do jeito que está. Ela espera por você no calendário.',
    mockup: <DraftsMockup />,
  },
  {
    time: '09:00',
    title: 'Suba tudo de uma vez',
    text: 'Fotos de até 8 MB, vídeos de até 300 MB, carrosséis com até 10 itens. O tipo é detectado sozinho.',
    mockup: <UploadMockup />,
  },
  {
    time: '09:03',
    title: 'Escreva com o limite à vista',
    text: 'Contador de caracteres e sugestões de hashtags enquanto você digita.',
    mockup: <CaptionMockup />,
  },
  {
    time: '09:06',
    title: 'Veja antes de todo mundo',
    text: 'Prévia fiel de feed, carrossel, reels e stories, com hashtags e menções destacadas.',
    mockup: <PreviewMockup />,
  },
  {
    time: '09:08',
    title: 'Marque a hora',
    text: 'Atalhos para os horários mais usados e um calendário que mostra onde há espaço. Sempre no horário de Brasília.',
    mockup: <ScheduleMockup />,
  },
  {
    time: '18:00',
    title: 'A Pontual publica',
    text: 'No minuto marcado, direto na sua conta profissional. Se algo falhar, você sabe na hora e sabe por quê.',
    mockup: <PublishedMockup />,
    isPublishing: true,
  },
  {
    time: '20:00',
    title: 'Entenda a semana',
    text: 'Publicados, agendados, falhas e tipos de mídia nos planos Pro e Premium.',
    mockup: <WeekMockup />,
  },
];

export function FeaturesSection() {
  return (
    <section
      id="funcionalidades"
      aria-labelledby="um-dia"
      tabIndex={-1}
      className="landing-section scroll-mt-0 py-16 lg:py-26"
    >
      <header className="mb-8 justify-between gap-8 lg:mb-14 lg:flex lg:items-end">
        <h2 id="um-dia" className="h-section">
          Oito minutos <span className="whitespace-nowrap">de manhã.</span>
          <br />O resto do dia é seu.
        </h2>
        <p className="max-w-[280px] text-[1.0625rem] text-ink-2 max-lg:mt-3.5">
          Um dia comum com a Pontual, do rascunho ao relatório.
        </p>
      </header>
      <ol>
        {daySteps.map((hour) => (
          <DayStepRow key={hour.time} {...hour} />
        ))}
      </ol>
    </section>
  );
}

function DayStepRow({ time, title, text, mockup, isPublishing = false }: DayStep) {
  return (
    <li className="group grid grid-cols-[28px_minmax(0,1fr)] items-center gap-x-3 max-lg:not-last:pb-9 lg:min-h-[252px] lg:grid-cols-[112px_40px_minmax(0,280px)_minmax(0,1fr)] xl:grid-cols-[132px_40px_minmax(0,380px)_minmax(0,1fr)] lg:gap-x-5">
      <time className="figure-big text-[1.75rem] leading-none max-lg:col-start-2 lg:text-[2.5rem] lg:leading-none">
        {time}
      </time>
      <span
        aria-hidden="true"
        className="relative grid items-start justify-items-center self-stretch before:absolute before:top-4 before:-bottom-9 before:w-0.5 before:bg-line group-last:before:hidden max-lg:col-start-1 max-lg:row-span-3 max-lg:row-start-1 lg:items-center lg:before:inset-y-0 lg:group-first:before:top-1/2 lg:group-last:before:bottom-1/2 lg:group-last:before:block"
      >
        <i
          className={cx(
            'z-1 rounded-full forced-color-adjust-none',
            isPublishing
              ? 'mt-1 size-[22px] bg-ipe shadow-[0_0_0_3px_var(--ink),0_0_0_9px_var(--paper)] lg:mt-0 lg:size-8'
              : 'mt-2 size-4 bg-ink shadow-[0_0_0_6px_var(--paper)] lg:mt-0',
          )}
        />
      </span>
      <div className="max-lg:col-start-2 max-lg:mt-2 max-lg:mb-4">
        <h3 className="mb-2 font-heading text-[1.375rem] leading-[1.1] font-bold tracking-[-.02em] lg:text-[1.625rem] lg:leading-[1.1]">
          {title}
        </h3>
        <p className="max-w-[340px] text-[1rem] text-ink-2 lg:text-[1.0625rem]">{text}</p>
      </div>
      <div
        aria-hidden="true"
        className={cx(
          'relative grid min-h-[180px] items-center justify-items-center overflow-hidden rounded-xl p-4 max-lg:col-start-2 lg:h-[228px] lg:px-9',
          isPublishing ? 'bg-ipe text-on-ipe' : 'bg-sunken',
        )}
      >
        {mockup}
      </div>
    </li>
  );
}
