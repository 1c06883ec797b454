import type { Batch } from '@pontual/contract/planning/bulk.ts';
import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useCan } from '../../api/permissions.tsx';
import { paths } from '../../ui/page/paths.ts';
import { NotAllowed } from '../../ui/page/not-allowed.tsx';
import { PlanGate, usePlanAccess } from '../../posts/plan-gate.tsx';
import { focusPage } from '../../ui/page/focus-page.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { BatchDone } from './batch-done.tsx';
import { BulkForm } from './bulk-form.tsx';
import { PastBatches } from './past-batches.tsx';
import { useFocusAfterRender } from '../../ui/use-focus-after-render.ts';

export function BulkPage() {
  const access = usePlanAccess(({ bulkUpload }) => bulkUpload, { isKept: true });
  const [createdBatch, setCreatedBatch] = useState<Batch | null>(null);
  const focusAfterBatch = useFocusAfterRender(focusPage);
  const canEditNow = useCan('edit');
  // The user keeps the form when the permission ends; the server refuses the request.
  const [canEdit] = useState(canEditNow);
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
      {canEdit ? (
        <PlanGate
          access={access}
          title="Agendar vários não disponível"
          message="Esta funcionalidade está disponível nos planos Pro e Premium."
          alternative={
            <Link to={paths.createPost} className={buttonClass({ variant: 'line' })}>
              <CalendarPlus size={18} />
              Agendar um post
            </Link>
          }
          loading={
            <p className="flex min-h-[280px] items-center justify-center gap-3 text-ink-2">
              <Spinner />
              Carregando...
            </p>
          }
        >
          {({ maxScheduleDays }) =>
            createdBatch === null ? (
              <BulkForm maxScheduleDays={maxScheduleDays} onDone={setCreatedBatch} />
            ) : (
              <BatchDone
                batch={createdBatch}
                onNewBatch={() => {
                  setCreatedBatch(null);
                  focusAfterBatch();
                }}
              />
            )
          }
        </PlanGate>
      ) : null}
      {canEdit ? <PastBatches hiddenId={createdBatch?._id} /> : null}
    </>
  );
}
