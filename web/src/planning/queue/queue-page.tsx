import { CalendarPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSession } from '../../api/session.tsx';
import { paths } from '../../ui/page/paths.ts';
import { afterRefusal, PlanGate, usePlanAccess } from '../../posts/plan-gate.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { QueryState } from '../../ui/page/query-state.tsx';
import { SeriesCard } from '../series/series-card.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SkeletonBar, Skeleton } from '../../ui/skeleton.tsx';
import { BestHoursCard } from './best-hours-card.tsx';
import { NextFreeSlotCard } from './next-free-slot-card.tsx';
import { QueueSlotList } from './queue-slot-list.tsx';
import { useQueue, type QueueView } from '../../posts/queue-queries.ts';
import { WeekSlotsCard } from './week-slots-card.tsx';

export function QueuePage() {
  const limitsAccess = usePlanAccess(({ advancedScheduling }) => advancedScheduling);
  const queue = useQueue(limitsAccess.state === 'allowed');
  const access = afterRefusal(limitsAccess, queue.error);
  return (
    <Head>
      <PlanGate
        access={access}
        title="Fila não disponível"
        message="Esta funcionalidade está disponível no plano Premium."
        alternative={
          <Link to={paths.createPost} className={buttonClass({ variant: 'line' })}>
            <CalendarPlus size={18} />
            Agendar um post
          </Link>
        }
        loading={<Loading />}
      >
        {() => (
          <QueryState
            query={queue}
            failed={{
              title: 'Erro ao carregar a fila',
              fallback: 'Não foi possível carregar a fila. Tente de novo.',
              back: paths.schedule,
            }}
            loading={<Loading />}
          >
            {(view) => <QueueContent view={view} />}
          </QueryState>
        )}
      </PlanGate>
      {access.state === 'missing' ? (
        <div className="mt-4 empty:hidden">
          <SeriesCard />
        </div>
      ) : null}
    </Head>
  );
}

function Head({ children }: { children: ReactNode }) {
  return (
    <>
      <title>Fila · Pontual</title>
      <PageHead title="Fila" clockLabel="horário de Brasília">
        <p className="mt-1.5 max-w-[60ch] text-pretty text-ink-2">
          Escolha os horários da semana uma vez. Cada post novo entra no próximo que estiver livre.
        </p>
      </PageHead>
      {children}
    </>
  );
}

function QueueContent({ view }: { view: QueueView }) {
  const { user } = useSession();
  const { slots } = view;
  const isEmpty = slots.length === 0;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,1fr)_280px] xl:grid-cols-[minmax(0,1fr)_380px] lg:gap-9">
      <div className="grid content-start gap-4 lg:gap-6">
        {isEmpty ? (
          <Card aria-labelledby="na-fila">
            <h2 id="na-fila" className="sr-only">
              Na fila
            </h2>
            <EmptyState title="A fila começa pelos horários">
              Adicione dias e horas. Os posts entram neles em ordem.
            </EmptyState>
          </Card>
        ) : (
          <>
            <NextFreeSlotCard next={view.next} />
            <QueueSlotList view={view} connected={user?.instagramAccountId != null} />
          </>
        )}
      </div>
      {/* On a phone these cards come first while the queue is empty. */}
      <div className={cx('grid content-start gap-3 lg:gap-4', isEmpty && 'max-lg:order-first')}>
        <WeekSlotsCard slots={slots} />
        <BestHoursCard slots={slots} />
        <SeriesCard />
      </div>
    </div>
  );
}

function Loading() {
  return (
    <Skeleton className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_280px] xl:grid-cols-[minmax(0,1fr)_380px] lg:gap-9">
      <div className="grid content-start gap-4">
        <SkeletonBar className="h-[112px] rounded-lg!" />
        {Array.from({ length: 4 }, (_, index) => (
          <SkeletonBar key={index} className="h-[76px] rounded-md!" />
        ))}
      </div>
      <SkeletonBar className="h-[320px] rounded-lg!" />
    </Skeleton>
  );
}
