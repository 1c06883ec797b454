import type { PauseState } from '@pontual/contract/planning/pause.ts';
import { IfAllowed } from '../../api/permissions.tsx';
import { focusPage } from '../../ui/page/focus-page.ts';
import { useMinute } from '../../ui/page/use-minute.ts';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/alert.tsx';
import { failureToast } from '../../ui/page/failure-toast.ts';
import { showToast } from '../../ui/toast.tsx';
import { useFocusAfterRender } from '../../ui/use-focus-after-render.ts';
import { HeldPostsDialog } from './held-posts-dialog.tsx';
import { sinceText, untilText } from './pause-end-options.ts';
import { useResume } from './pause-mutations-queries.ts';
import { useDialogState } from '../../ui/use-dialog-state.ts';

export function PauseBanner({ state }: { state: PauseState }) {
  const { pause, held: heldCount } = state;
  const dialogState = useDialogState();
  const resume = useResume();
  const restoreFocus = useFocusAfterRender(focusPage);
  const openHeldPosts = () => dialogState.show(true);
  const resumePublishing = () =>
    resume.mutate(undefined, {
      onSuccess: (next) => {
        if (next.held > 0) return openHeldPosts();
        showToast({ text: 'Publicações retomadas' });
        restoreFocus();
      },
      onError: failureToast('Não foi possível retomar agora. Tente de novo em instantes.'),
    });
  return (
    <>
      {pause === null ? null : (
        <Paused state={{ ...state, pause }} busy={resume.isPending} onResume={resumePublishing} />
      )}
      {pause === null && heldCount > 0 ? (
        <Alert
          tone="info"
          live
          className="mb-4 items-center! py-2! lg:mb-6"
          action={
            <IfAllowed permission="edit">
              <Button variant="line" size="sm" aria-haspopup="dialog" onClick={openHeldPosts}>
                Escolher horários
              </Button>
            </IfAllowed>
          }
        >
          <b className="font-semibold">{heldPostsText(heldCount)}</b> {awaitingTimesText(heldCount)}
        </Alert>
      ) : null}
      {dialogState.key === null ? null : (
        <HeldPostsDialog
          key={dialogState.key}
          open={dialogState.open}
          onClose={dialogState.close}
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
  const { pause, held: heldCount, underWay: inFlightCount } = state;
  const since = sinceText(new Date(pause.since), now);
  const until = pause.until === null ? '' : `, ${untilText(new Date(pause.until), now)}`;
  return (
    <Alert
      tone="warn"
      live
      className="mb-4 items-center! py-2! lg:mb-6"
      action={
        <IfAllowed permission="edit">
          <Button variant="line" size="sm" busy={busy} busyLabel="Retomando..." onClick={onResume}>
            Retomar
          </Button>
        </IfAllowed>
      }
    >
      <b className="font-semibold">Publicações pausadas</b> {since}
      {until}.
      {heldCount > 0 ? ` ${heldPostsText(heldCount)} ${awaitingTimesText(heldCount)}` : null}
      {inFlightCount > 0 ? ` ${inFlightText(inFlightCount)}` : null}
    </Alert>
  );
}

const heldPostsText = (count: number) =>
  count === 1 ? '1 post não saiu' : `${count} posts não saíram`;
const awaitingTimesText = (count: number) =>
  count === 1
    ? 'por causa da pausa e espera um novo horário.'
    : 'por causa da pausa e esperam novos horários.';
const inFlightText = (count: number) =>
  count === 1
    ? '1 post já estava a caminho do Instagram e sai assim mesmo.'
    : `${count} posts já estavam a caminho do Instagram e saem assim mesmo.`;
