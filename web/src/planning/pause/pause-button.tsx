import { Pause } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { hasFailed } from '../../api/has-failed.ts';
import { Button } from '../../ui/button.tsx';
import { headerButtonClass } from '../../ui/header-button-class.ts';
import { usePause } from '../../posts/pause-queries.ts';
import { useDialogState } from '../../ui/use-dialog-state.ts';

const PauseDialog = lazy(async () => ({
  default: (await import('./pause-dialog.tsx')).PauseDialog,
}));

export function PauseButton() {
  const pause = usePause();
  const { data } = pause;
  const dialogState = useDialogState();
  if (data === undefined && hasFailed(pause)) return null;
  const isPaused = data !== undefined && data.pause !== null;
  return (
    <>
      <Button
        variant="line"
        size="lg"
        className={headerButtonClass}
        aria-haspopup="dialog"
        // Visible from the start, so that the buttons beside it do not move.
        disabled={data === undefined}
        icon={<Pause size={18} />}
        onClick={() => dialogState.show(true)}
      >
        {isPaused ? 'Fim da pausa' : 'Pausar tudo'}
      </Button>
      <Suspense fallback={null}>
        {dialogState.key === null ? null : (
          <PauseDialog
            key={dialogState.key}
            open={dialogState.open}
            isPaused={isPaused}
            onClose={dialogState.close}
          />
        )}
      </Suspense>
    </>
  );
}
