import type { Batch } from '@pontual/contract/planning/bulk.ts';
import { Check } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { formatInAccount } from '../../instagram/instagram-account-names.ts';
import { paths } from '../../ui/page/paths.ts';
import { focusPage } from '../../ui/page/focus-page.ts';
import { useMinute } from '../../ui/page/use-minute.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useDialogState } from '../../ui/use-dialog-state.ts';
import { publishingPeriodText, postsText } from './batch-text.ts';
import { useBatchAccountName } from './use-batch-account-name.ts';
import { UndoDialog } from './undo-dialog.tsx';

export function BatchDone({ batch, onNewBatch }: { batch: Batch; onNewBatch: () => void }) {
  const undoDialog = useDialogState();
  const now = useMinute();
  const accountSuffix = formatInAccount(useBatchAccountName(batch));
  useEffect(() => focusPage(), []);
  return (
    <Card aria-label="Lote agendado">
      <div className="grid justify-items-center gap-2 px-6 py-12 text-center">
        <span className="mb-3 grid size-16 animate-land place-items-center rounded-full bg-pub-soft text-pub-text">
          <Check size={30} />
        </span>
        <h2 className="h-card text-[1.5rem]!">
          {postsText(batch.posts)} {batch.posts === 1 ? 'agendado' : 'agendados'}
          {accountSuffix}
        </h2>
        <p className="text-ink-2">{publishingPeriodText(batch, now)}</p>
        <div className="mt-5 flex flex-wrap justify-center gap-2 max-lg:w-full max-lg:*:w-full">
          <Link to={paths.schedule} className={buttonClass({ variant: 'ink' })}>
            Ver no calendário
          </Link>
          <Button variant="line" onClick={onNewBatch}>
            Agendar mais
          </Button>
          <Button variant="danger" aria-haspopup="dialog" onClick={() => undoDialog.show(true)}>
            Desfazer tudo
          </Button>
        </div>
      </div>
      <UndoDialog
        batch={batch}
        open={undoDialog.open}
        onClose={undoDialog.close}
        onUndone={onNewBatch}
      />
    </Card>
  );
}
