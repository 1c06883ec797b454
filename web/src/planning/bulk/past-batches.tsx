import type { Batch } from '@pontual/contract/planning/bulk.ts';
import { useSession } from '../../api/session.tsx';
import { InstagramAccountTag } from '../../instagram/instagram-account-tag.tsx';
import { QueryState } from '../../ui/page/query-state.tsx';
import { useMinute } from '../../ui/page/use-minute.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { useDialogState } from '../../ui/use-dialog-state.ts';
import { remainingText, createdAtText, postsText, scheduledText, spanText } from './batch-text.ts';
import { useBatches } from './bulk-queries.ts';
import { UndoDialog } from './undo-dialog.tsx';

/** The batch `hiddenId` is shown elsewhere. */
export function PastBatches({ hiddenId }: { hiddenId: string | undefined }) {
  const query = useBatches();
  return (
    <QueryState
      query={{ ...query, data: query.data?.filter(({ _id }) => _id !== hiddenId) }}
      failed="Não foi possível carregar os lotes anteriores."
      loading={null}
      empty={null}
      className="mt-6"
    >
      {(batches) => <BatchesCard batches={batches} />}
    </QueryState>
  );
}

function BatchesCard({ batches }: { batches: readonly Batch[] }) {
  const undoDialog = useDialogState<Batch>();
  return (
    <Card className="mt-6" aria-label="Lotes anteriores">
      <CardHeader title="Lotes anteriores" />
      <ul className="px-4 pb-2 lg:px-5">
        {batches.map((batch) => (
          <PastBatch key={batch._id} batch={batch} onUndo={() => undoDialog.show(batch)} />
        ))}
      </ul>
      <UndoDialog batch={undoDialog.value} open={undoDialog.open} onClose={undoDialog.close} />
    </Card>
  );
}

function PastBatch({ batch, onUndo }: { batch: Batch; onUndo: () => void }) {
  const { user } = useSession();
  const now = useMinute();
  const { createdBy, undoable } = batch;
  const authorText = createdBy === null || createdBy === user?.email ? '' : ` por ${createdBy}`;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3 last:border-0">
      <div className="min-w-0">
        <p className="font-semibold">
          {postsText(batch.posts)} {spanText(batch, now)}
        </p>
        <p className="tnum text-xs wrap-anywhere text-ink-3">
          {scheduledText(batch)}
          {authorText}. {remainingText(batch)}
        </p>
        {batch.instagramAccountId ? (
          <InstagramAccountTag account={batch.instagramAccountId} className="mt-1" />
        ) : null}
      </div>
      {undoable === 0 ? null : (
        <Button
          variant="line"
          size="sm"
          aria-haspopup="dialog"
          aria-label={`Desfazer o lote de ${createdAtText(batch)}`}
          onClick={onUndo}
        >
          Desfazer
        </Button>
      )}
    </li>
  );
}
