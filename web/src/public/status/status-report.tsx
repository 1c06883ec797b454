import { CircleAlert, CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { DayBars } from './day-bars.tsx';
import { DayTable } from './day-table.tsx';
import { Incidents } from './incidents.tsx';
import {
  buildHeadline,
  formatLateness,
  formatShare,
  stateLabels,
  formatWhen,
  type Component,
  type StatusState,
  type Status,
} from './status-labels.ts';

const stateStyles = {
  ok: { tone: 'pub', soft: 'bg-pub-soft text-pub-text', Icon: CircleCheck },
  degraded: { tone: 'warn', soft: 'bg-warn-soft text-warn-text', Icon: TriangleAlert },
  down: { tone: 'bad', soft: 'bg-bad-soft text-bad-text', Icon: CircleAlert },
  unknown: { tone: 'plain', soft: 'bg-sunken text-ink-2', Icon: CircleDashed },
} as const satisfies Record<StatusState, object>;

export function StatusReport({ status, isStale }: { status: Status; isStale: boolean }) {
  const today = status.days.at(-1);
  return (
    <>
      <Headline status={status} isStale={isStale} />
      <ReportSection id="pontualidade" title="Pontualidade">
        <Punctuality status={status} />
      </ReportSection>
      <ReportSection id="partes" title="Cada parte">
        <Card className="mt-4">
          <ul className="divide-y divide-line">
            {status.components.map((component) => (
              <ComponentRow key={component.id} component={component} today={today} />
            ))}
          </ul>
        </Card>
        <DayTable status={status} />
      </ReportSection>
      <ReportSection id="falhas" title="Falhas dos últimos 90 dias">
        <Incidents status={status} />
      </ReportSection>
      <ReportSection id="como" title="Como medimos">
        <Method />
      </ReportSection>
    </>
  );
}

function Headline({ status, isStale }: { status: Status; isStale: boolean }) {
  const { measuredAt, days } = status;
  const { state, first, rest } = buildHeadline(status);
  const { soft, Icon } = stateStyles[isStale ? 'unknown' : state];
  return (
    // Always rendered, so that screen readers announce its change.
    <div
      aria-live="polite"
      className={cx('mt-6 flex items-start gap-3 rounded-lg p-4 lg:p-5', soft)}
    >
      <Icon size={24} className="mt-0.5 shrink-0" />
      <div className="min-w-0">
        <p className="h-card text-balance">
          {isStale ? 'Não sabemos como está agora.' : first}
          {isStale || rest === '' ? null : <span className="block pt-1 text-base">{rest}</span>}
        </p>
        <p className="tnum mt-1.5 text-sm">
          {measuredAt === null
            ? 'A primeira medição sai em instantes.'
            : `Última medição: ${formatWhen(measuredAt, days.at(-1))}, horário de Brasília.`}
        </p>
      </div>
    </div>
  );
}

function ReportSection({
  id,
  title,
  children,
}: {
  id: string;
  title: string;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id} className="mt-10 lg:mt-12">
      <h2 id={id} className="h-dialog">
        {title}
      </h2>
      {children}
    </section>
  );
}

function Punctuality({ status }: { status: Status }) {
  const { lateness, within60s, delayedByInstagram } = status;
  const formatLate = (ms: number | null) => (ms === null ? 'Sem posts' : formatLateness(ms));
  return (
    <>
      <dl className="mt-4 grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
        <Figure
          term="Até 60 s depois da hora"
          value={within60s === null ? 'Sem posts' : formatShare(within60s)}
        >
          dos posts de 30 dias
        </Figure>
        <Figure term="Metade sai em até" value={formatLate(lateness.p50)}>
          nas últimas 24 horas
        </Figure>
        <Figure term="95% saem em até" value={formatLate(lateness.p95)}>
          nas últimas 24 horas
        </Figure>
        <Figure term="99% saem em até" value={formatLate(lateness.p99)}>
          nas últimas 24 horas
        </Figure>
      </dl>
      <p className="mt-3 text-sm text-pretty text-ink-2">
        O atraso conta da hora marcada até o post estar no Instagram; um post que não saiu por falha
        nossa conta como fora da hora. Ficam de fora os posts que o próprio Instagram fez esperar
        (processamento do vídeo, cota da conta, limite de chamadas) ou que esperaram o dono conectar
        a conta de novo
        {delayedByInstagram === null
          ? ''
          : `: ${formatShare(delayedByInstagram)} dos posts de 30 dias`}
        .
      </p>
    </>
  );
}

function Figure({ term, value, children }: { term: string; value: string; children: ReactNode }) {
  return (
    <div className="grid content-between gap-1 rounded-lg border border-line bg-surface px-4 py-3.5 lg:px-5 lg:py-4">
      <dt className="text-sm font-semibold text-ink-2">{term}</dt>
      <dd className="grid gap-1">
        <span className="figure-big text-[1.625rem]">{value}</span>
        <span className="text-xs text-ink-3">{children}</span>
      </dd>
    </div>
  );
}

function ComponentRow({ component, today }: { component: Component; today: string | undefined }) {
  const { name, state, since, ok } = component;
  const { tone, Icon } = stateStyles[state];
  return (
    <li className="p-4 lg:px-5">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <h3 className="font-semibold">{name}</h3>
        <Badge tone={tone} icon={<Icon size={13} />}>
          {stateLabels[state]}
        </Badge>
      </div>
      <DayBars component={component} />
      <p className="tnum mt-2 flex flex-wrap justify-between gap-x-4 text-xs text-ink-3">
        <span>
          {ok === null
            ? 'Nada medido em 90 dias'
            : `${formatShare(ok)} do tempo medido em 90 dias sem falha`}
        </span>
        <span>{since === null ? null : `Assim desde ${formatWhen(since, today)}`}</span>
      </p>
    </li>
  );
}

function Method() {
  return (
    <div className="prose max-w-[68ch]">
      <p>
        A Pontual mede a si mesma, em geral a cada minuto, e guarda o que mediu. O site é aberto
        pelo endereço que você usa. A publicação é medida pelos posts de todo mundo: atraso de mais
        de 60 segundos conta como falha.
      </p>
      <p>
        Instagram, e-mails e pagamentos são medidos pelas chamadas que fazemos a eles para os nossos
        clientes. Quando ninguém precisou deles, não há o que medir, e aparece “Sem medição”. Uma
        recusa com motivo, como a de uma senha trocada, não conta como falha deles.
      </p>
      <p>
        Quando os nossos próprios servidores param, nenhum post sai: esse tempo conta como
        publicação fora do ar. O resto fica sem medição. Os horários são de Brasília.
      </p>
    </div>
  );
}
