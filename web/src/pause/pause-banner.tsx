import type { PauseState } from '@pontual/contract/pause.ts';
import { useState } from 'react';
import { Only } from '../api/may.tsx';
import { failureText } from '../api/api-error.ts';
import { focusPage } from '../shell/focus-page.ts';
import { useMinute } from '../shell/minute.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { showToast } from '../ui/toast.tsx';
import { useFocusAfter } from '../ui/use-focus-after.ts';
import { HeldDialog } from './held-dialog.tsx';
import { sinceWords, untilWords } from './pause-ends.ts';
import { useResume } from './pausing.queries.ts';

/** That everything stands still, and afterwards what still waits for a new hour. */
export function PauseBanner({ state }: { state: PauseState }) {
  const { pause, held } = state;
  // Each opening begins anew.
  const [asked, setAsked] = useState({ opening: 0, open: false });
  const resume = useResume();
  const afterwards = useFocusAfter(focusPage);
  const openHeld = () => setAsked(({ opening }) => ({ opening: opening + 1, open: true }));
  const go = () =>
    resume.mutate(undefined, {
      onSuccess: (next) => {
        if (next.held > 0) return openHeld();
        showToast({ text: 'Publicações retomadas' });
        afterwards();
      },
      onError: (error) =>
        showToast({
          text: failureText(error, 'Não foi possível retomar agora. Tente de novo em instantes.'),
          error: true,
        }),
    });
  return (
    <>
      {pause === null ? null : (
        <Paused state={{ ...state, pause }} busy={resume.isPending} onResume={go} />
      )}
      {pause === null && held > 0 ? (
        <Notice
          tone="info"
          live
          className="mb-4 items-center! py-2! lg:mb-6"
          action={
            <Only need="edit">
              <Button variant="line" size="sm" aria-haspopup="dialog" onClick={openHeld}>
                Escolher horários
              </Button>
            </Only>
          }
        >
          <b className="font-semibold">{heldWords(held)}</b> {waitWords(held)}
        </Notice>
      ) : null}
      {asked.opening === 0 ? null : (
        <HeldDialog
          key={asked.opening}
          open={asked.open}
          onClose={() => setAsked((last) => ({ ...last, open: false }))}
        />
      )}
    </>
  );
}

interface PausedProps {
  state: PauseState & { pause: NonNullable<PauseState['pause']> };
  busy: boolean;
  onResume: () => void;
}

function Paused({ state, busy, onResume }: PausedProps) {
  const now = useMinute();
  const { pause, held, underWay } = state;
  const since = sinceWords(new Date(pause.since), now);
  const until = pause.until === null ? '' : `, ${untilWords(new Date(pause.until), now)}`;
  return (
    <Notice
      tone="warn"
      live
      className="mb-4 items-center! py-2! lg:mb-6"
      action={
        <Only need="edit">
          <Button variant="line" size="sm" busy={busy} busyLabel="Retomando..." onClick={onResume}>
            Retomar
          </Button>
        </Only>
      }
    >
      <b className="font-semibold">Publicações pausadas</b> {since}
      {until}.{held > 0 ? ` ${heldWords(held)} ${waitWords(held)}` : null}
      {underWay > 0 ? ` ${underWayWords(underWay)}` : null}
    </Notice>
  );
}

const heldWords = (held: number) => (held === 1 ? '1 post não saiu' : `${held} posts não saíram`);
const waitWords = (held: number) =>
  held === 1
    ? 'por causa da pausa e espera um novo horário.'
    : 'por causa da pausa e esperam novos horários.';
const underWayWords = (count: number) =>
  count === 1
    ? '1 post já estava a caminho do Instagram e sai assim mesmo.'
    : `${count} posts já estavam a caminho do Instagram e saem assim mesmo.`;
