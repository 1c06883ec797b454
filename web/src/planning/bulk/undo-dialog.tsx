import type { Batch } from '@pontual/contract/planning/bulk.ts';
import { Undo2 } from 'lucide-react';
import { formatInAccount } from '../../instagram/instagram-account-names.ts';
import { ConfirmDialog } from '../../ui/page/confirm-dialog.tsx';
import { pageHeading } from '../../ui/page/focus-page.ts';
import { showToast } from '../../ui/toast.tsx';
import { useBatchAccountName } from './use-batch-account-name.ts';
import { postsText, undoResultText } from './batch-text.ts';
import { useUndoBatch } from './bulk-queries.ts';

interface UndoDialogProps {
  /** The dialog keeps showing the last batch while it closes. */
  batch: Batch | null;
  open: boolean;
  onClose: () => void;
  onUndone?: () => void;
}

export function UndoDialog({ batch, open, onClose, onUndone }: UndoDialogProps) {
  const undo = useUndoBatch();
  const accountSuffix = formatInAccount(useBatchAccountName(batch));
  if (batch === null) return null;
  const notDeletedCount = batch.posts - batch.undoable;
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      focusAfter={() => (undo.isSuccess ? pageHeading() : null)}
      title={`Desfazer tudo${accountSuffix}?`}
      icon={<Undo2 size={22} />}
      iconTone="bad"
      actionLabel={`Desfazer ${postsText(batch.undoable)}`}
      variant="danger-solid"
      busyLabel="Desfazendo..."
      mutation={undo}
      fallback="Não foi possível desfazer. Tente de novo."
      onConfirm={() =>
        undo.mutate(batch._id, {
          onSuccess: (counts) => {
            showToast({ text: undoResultText(counts) });
            onClose();
            onUndone?.();
          },
        })
      }
    >
      {batch.undoable === 1
        ? 'O post que ainda não saiu é excluído.'
        : `Os ${batch.undoable} posts que ainda não saíram são excluídos.`}
      {notDeletedCount > 0 ? ' O que já saiu, está saindo ou falhou fica como está.' : ''} Isto não
      pode ser desfeito.
    </ConfirmDialog>
  );
}
