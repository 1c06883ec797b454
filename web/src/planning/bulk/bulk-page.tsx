import type { Batch } from '@pontual/contract/planning/bulk.ts';
import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { hasFailed } from '../../api/has-failed.ts';
import { useCan } from '../../api/permissions.tsx';
import { paths } from '../../ui/page/paths.ts';
import { NotAllowed } from '../../ui/page/not-allowed.tsx';
import { useLimitsQuery } from '../../posts/limits-queries.ts';
import { focusPage } from '../../ui/page/focus-page.ts';
import { RetryAlert } from '../../ui/page/retry-alert.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { BatchDone } from './batch-done.tsx';
import { BulkForm } from './bulk-form.tsx';
import { PastBatches } from './past-batches.tsx';
import { NotInPlan } from '../../ui/page/not-in-plan.tsx';
import { useFocusAfterRender } from '../../ui/use-focus-after-render.ts';
import { useLastValue } from '../../ui/use-last-value.ts';

export function BulkPage() {
  const limits = useLimitsQuery();
  // Stays while the limits of a changed plan load; the server refuses a plan without bulk upload.
  const lastLimits = useLastValue(limits.data?.bulkUpload === true ? limits.data : null);
  const data = lastLimits ?? limits.data;
  const [createdBatch, setCreatedBatch] = useState<Batch | null>(null);
  const focusAfterBatch = useFocusAfterRender(focusPage);
  const canEditNow = useCan('edit');
  // The user keeps the form when the permission ends; the server refuses the request.
  const [canEdit] = useState(canEditNow);
  // Without the limits the plan is unknown, and the page behaves like the free plan (section 8).
  const isUnknown = data === undefined && hasFailed(limits);
  return (
    <>
      <title>Agendar vários posts · Pontual</title>
      <div className="mb-4 lg:mb-6">
        <h1 className="h-page">Agendar vários posts</h1>
        <p className="mt-1.5 max-w-[64ch] text-pretty text-ink-2">
          Envie uma planilha com os arquivos, ou só os arquivos. Você confere tudo antes, e nada é
          criado pela metade.
        </p>
      </div>
      {canEdit ? null : <NotAllowed />}
      {isUnknown && canEdit ? (
        <RetryAlert query={limits} className="mb-4 items-center">
          Não foi possível carregar os limites do seu plano.
        </RetryAlert>
      ) : null}
      {!canEdit ? null : data === undefined && !isUnknown ? (
        <p className="flex min-h-[280px] items-center justify-center gap-3 text-ink-2">
          <Spinner />
          Carregando...
        </p>
      ) : data?.bulkUpload !== true ? (
        <Unavailable />
      ) : createdBatch === null ? (
        <BulkForm maxScheduleDays={data.maxScheduleDays} onDone={setCreatedBatch} />
      ) : (
        <BatchDone
          batch={createdBatch}
          onNewBatch={() => {
            setCreatedBatch(null);
            focusAfterBatch();
          }}
        />
      )}
      {canEdit ? <PastBatches hiddenId={createdBatch?._id} /> : null}
    </>
  );
}

function Unavailable() {
  return (
    <NotInPlan
      title="Agendar vários não disponível"
      message="Esta funcionalidade está disponível nos planos Pro e Premium."
    >
      <Link to={paths.createPost} className={buttonClass({ variant: 'line' })}>
        <CalendarPlus size={18} />
        Agendar um post
      </Link>
    </NotInPlan>
  );
}
