import { publicStatus } from '@pontual/contract/operations/status.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../../api/client.ts';
import { hasFailed } from '../../api/has-failed.ts';
import { PageQueryClient } from '../../api/page-query-client.tsx';
import { paths } from '../../ui/page/paths.ts';
import { focusPage } from '../../ui/page/focus-page.ts';
import { PageMetadata } from '../../ui/page/page-metadata.tsx';
import { PublicShell } from '../../ui/page/public-shell.tsx';
import { RetryAlert } from '../../ui/page/retry-alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
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
  const { data } = query;
  const retry = async () => {
    if ((await query.refetch()).isSuccess) focusPage();
  };
  const region = useRef<HTMLDivElement>(null);
  if (data === undefined) {
    return hasFailed(query) ? (
      <Card className="mt-6" role="alert">
        <ErrorState
          title="Não conseguimos falar com o servidor"
          message="Pode ser a sua internet, ou a Pontual está fora do ar. Sem resposta não dá para dizer como ela está."
          actions={
            <Button
              variant="line"
              busy={query.isFetching}
              busyLabel="Carregando..."
              onClick={() => void retry()}
            >
              Tentar de novo
            </Button>
          }
        />
      </Card>
    ) : (
      <Skeleton className="mt-6 grid gap-4">
        <SkeletonBar className="h-24 w-full rounded-lg!" />
        <SkeletonBar className="h-96 w-full rounded-lg!" />
      </Skeleton>
    );
  }
  const { measuredAt, days } = data;
  return (
    <div ref={region} tabIndex={-1} className="outline-none">
      {hasFailed(query) ? (
        <RetryAlert query={query} focusAfter={region} className="mt-6">
          Não conseguimos falar com o servidor.{' '}
          {measuredAt === null
            ? 'O que está abaixo é de antes.'
            : `O que está abaixo é de ${formatWhen(measuredAt, days.at(-1))}.`}
        </RetryAlert>
      ) : null}
      <StatusReport status={data} isStale={hasFailed(query)} />
    </div>
  );
}
