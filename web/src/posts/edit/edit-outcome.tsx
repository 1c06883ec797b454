import { formatTime } from '@pontual/contract/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts.ts';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { inAccount, useAccountNames } from '../../instagram/account-names.ts';
import { Button } from '../../ui/button.tsx';
import { MessageDialog } from '../../ui/message-dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import { afterwards } from '../change/change-frame.tsx';
import type { Change } from '../change/use-change.ts';
import { didNotGoOut } from '../mending.ts';
import { readNow } from '../now.ts';
import { useForcePublish } from '../posts.queries.ts';
import { publishNowWords } from '../publish-words.ts';
import { AlmostThere, Failed, LimitReached } from '../refusals.tsx';
import { plannedAt, spokenDay } from '../schedule/timeline-groups.ts';

/** How long success is shown (specification, section 9). */
const CLOSE_MS = 1500;

/** Codes after which another try has the same end. */
const final: ReadonlySet<string | null> = new Set([
  'POST_IN_PROGRESS',
  'POST_NOT_EDITABLE',
  'NOT_FOUND',
]);

interface EditOutcomeProps {
  connected: boolean;
  change: Change;
  onAgain: () => void;
  /** Back to the post, which still asks for something. */
  onEnd: () => void;
  /** The success was shown, and nothing is left to do. */
  onSaved: () => void;
}

/** What came of saving, and what can be done about it (specification, section 8). */
export function EditOutcome(props: EditOutcomeProps) {
  const { connected, change, onAgain, onEnd, onSaved } = props;
  const { phase, dismiss } = change;
  const publish = useForcePublish(onEnd);
  const nameOf = useAccountNames();
  const changed = phase.state === 'changed' ? phase.post : null;
  const stopped = changed !== null && didNotGoOut(changed) ? changed : null;
  const warning = phase.state === 'changed' ? phase.warning : null;
  const passes = changed !== null && stopped === null && warning === null;
  // What asks for something stays until it is read.
  useEffect(() => {
    if (!passes) return undefined;
    const timer = setTimeout(onSaved, CLOSE_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- onSaved is the same for as long as this is shown
  }, [passes]);
  const close = passes ? onSaved : onEnd;
  const failed = phase.state === 'failed' ? phase : null;
  const isLimit = failed?.code === 'LIMIT_EXCEEDED';
  const isUnconnected = failed?.code === 'INSTAGRAM_NOT_CONNECTED';
  const navigate = useNavigate();
  return (
    <>
      <MessageDialog
        tone="success"
        message={
          changed === null
            ? null
            : {
                title: 'Post Atualizado!',
                text:
                  stopped === null
                    ? (warning ?? savedText(changed, nameOf(changed)))
                    : afterwards(connected),
              }
        }
        onClose={close}
        actions={
          <>
            <Button variant={stopped === null ? 'ink' : 'ghost'} onClick={close}>
              Fechar
            </Button>
            {stopped !== null && connected ? (
              <Button
                variant="ipe"
                busy={publish.isPending}
                busyLabel="Publicando..."
                onClick={() =>
                  publish.mutate(stopped, {
                    onError: ({ message: text }) => showToast({ text, error: true }),
                  })
                }
              >
                {publishNowWords(nameOf(stopped))}
              </Button>
            ) : null}
          </>
        }
      />
      <LimitReached open={isLimit} message={failed?.message ?? ''} onDismiss={dismiss} />
      <AlmostThere
        open={isUnconnected}
        onDismiss={dismiss}
        onDemo={null}
        onConnect={() => void navigate(paths.dashboard)}
      />
      <Failed
        failure={
          failed === null || isLimit || isUnconnected
            ? null
            : { title: 'Erro ao Atualizar', text: failed.message }
        }
        onDismiss={dismiss}
        onAgain={final.has(failed?.code ?? null) ? null : onAgain}
      />
    </>
  );
}

function savedText(post: Post, account: string | undefined): string {
  const planned = plannedAt(post);
  return planned === null
    ? 'O rascunho continua sem data definida.'
    : `${spokenDay(planned, readNow())}, ${formatTime(planned)}${inAccount(account)}`;
}
