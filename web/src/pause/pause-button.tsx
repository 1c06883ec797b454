import { Pause } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { headButton } from '../ui/head-button.ts';
import { usePause } from './pause.queries.ts';

const PauseDialog = lazy(async () => ({
  default: (await import('./pause-dialog.tsx')).PauseDialog,
}));

/** Stops everything, or changes until when it stands still. */
export function PauseButton() {
  const { data } = usePause();
  // Each opening begins anew.
  const [asked, setAsked] = useState({ opening: 0, open: false });
  const isPaused = data !== undefined && data.pause !== null;
  return (
    <>
      <Button
        variant="line"
        size="lg"
        className={headButton}
        aria-haspopup="dialog"
        // Its room is taken from the start: what comes later would move the buttons beside it.
        disabled={data === undefined}
        icon={<Pause size={18} />}
        onClick={() => setAsked(({ opening }) => ({ opening: opening + 1, open: true }))}
      >
        {isPaused ? 'Fim da pausa' : 'Pausar tudo'}
      </Button>
      <Suspense fallback={null}>
        {asked.opening === 0 ? null : (
          <PauseDialog
            key={asked.opening}
            open={asked.open}
            isPaused={isPaused}
            onClose={() => setAsked((last) => ({ ...last, open: false }))}
          />
        )}
      </Suspense>
    </>
  );
}
