import { publicStatus } from '@pontual/contract/operations/status.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../../api/client.ts';
import { hasFailed } from '../../api/has-failed.ts';
import { PageQueryClient } from '../../api/page-query-client.tsx';
import { paths } from '../../ui/page/paths.ts';
import { PageMetadata } from '../../ui/page/page-metadata.tsx';
import { PublicShell } from '../../ui/page/public-shell.tsx';
import { QueryState } from '../../ui/page/query-state.tsx';
import { RetryAlert } from '../../ui/page/retry-alert.tsx';
import { SkeletonBar, Skeleton } from '../../ui/skeleton.tsx';
import { StatusReport } from './status-report.tsx';
import { formatWhen } from './status-labels.ts';

/** Polls only while the page is visible. */
const POLL_MS = 30_000;

export function StatusPage() {
  return (
    <PageQueryClient>
      <PublicShell footer>
        <PageMetadata path={paths.status} />
        <article className="page-gutter mx-auto max-w-[944px] pt-6 pb-20 lg:pt-10">
          <h1 className="h-section">Status</h1>
          <StatusContent />
        </article>
      </PublicShell>
    </PageQueryClient>
  );
}

function StatusContent() {
  const query = useQuery({
    queryKey: ['status'],
    queryFn: ({ signal }) => call(publicStatus, { signal }),
    refetchInterval: POLL_MS,
  });
  const region = useRef<HTMLDivElement>(null);
  const isStale = hasFailed(query);
  return (
    <QueryState
      query={query}
      failed={{
        title: 'Não conseguimos falar com o servidor',
        message:
          'Pode ser a sua internet, ou a Pontual está fora do ar. Sem resposta não dá para dizer como ela está.',
      }}
      loading={
        <Skeleton className="mt-6 grid gap-4">
          <SkeletonBar className="h-24 w-full rounded-lg!" />
          <SkeletonBar className="h-96 w-full rounded-lg!" />
        </Skeleton>
      }
      className="mt-6"
    >
      {(status) => (
        <div ref={region} tabIndex={-1} className="outline-none">
          {/* Without the offline banner, a lost connection is an alert here. */}
          {isStale ? (
            <RetryAlert query={query} focusAfter={region} className="mt-6">
              Não conseguimos falar com o servidor.{' '}
              {status.measuredAt === null
                ? 'O que está abaixo é de antes.'
                : `O que está abaixo é de ${formatWhen(status.measuredAt, status.days.at(-1))}.`}
            </RetryAlert>
          ) : null}
          <StatusReport status={status} isStale={isStale} />
        </div>
      )}
    </QueryState>
  );
}
