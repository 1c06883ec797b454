import type { Post } from '@pontual/contract/posts.ts';
import { useCallback, useEffect, useRef, type Dispatch } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { networkError } from '../../api/client.ts';
import { showToast } from '../../ui/toast.tsx';
import { announceCreated } from '../announce.ts';
import { readNow } from '../now.ts';
import { useCreatePost } from '../posts.queries.ts';
import { faultsOf } from './form-rules.ts';
import type { LateAnswer } from './keep/late-answers.ts';
import { newKey } from './new-key.ts';
import { fieldsOf } from './sent-fields.ts';
import { arrivalOf } from './unanswered.ts';
import type { Outbox } from './uploads/outbox.ts';
import type { Horizon } from './when/bounds.ts';
import { deliver } from './uploads/use-outbox.ts';
import type { Aim, EditingStep, Failure, Frame, WizardAction } from './wizard-state.ts';
import { attemptOf } from './wizard.ts';

export interface Send {
  /** False where the form does not hold; the wizard then shows why. A draft always holds. */
  send: (wizard: EditingStep, aim: Aim) => boolean;
  cancel: () => void;
  /** The user goes away. What has been sent whole is answered for in a toast, the rest is stopped. */
  abandon: () => void;
}

interface SendSettings {
  dispatch: Dispatch<WizardAction>;
  outbox: Outbox;
  horizon: Horizon | null;
  onSent: (post: Post, warning: string | null) => void;
  /** What came of the post, once nobody looks at the wizard any more. */
  onLate: (answer: LateAnswer) => Promise<void>;
  /** The server has said that what was sent under this key does not exist. */
  onRefused: (key: string) => void;
}

interface Run {
  control: AbortController;
  /** Everything has gone out: from here on the post may exist. */
  sent: boolean;
  /** Nobody looks at the wizard any more. */
  abandoned: boolean;
}

/** Sends the post, reporting to the wizard. */
export function useSend(settings: SendSettings): Send {
  const { dispatch, outbox, horizon, onSent, onLate, onRefused } = settings;
  const { mutateAsync } = useCreatePost();
  const running = useRef<Run | null>(null);

  const abandon = useCallback(() => {
    if (running.current === null) return;
    running.current.abandoned = true;
    if (!running.current.sent) running.current.control.abort();
  }, []);
  // The upload goes on without React: it must not outlive, unseen, the dialog that shows it.
  useEffect(() => abandon, [abandon]);

  const send = (wizard: EditingStep, aim: Aim) => {
    const { form, frame } = wizard;
    const faults = aim === 'draft' ? {} : faultsOf(form, readNow(), horizon);
    if (Object.keys(faults).length > 0) {
      dispatch({ type: 'refused', faults });
      return false;
    }
    const attempt = attemptOf(wizard, aim, { key: newKey(), at: readNow().getTime() });
    const { key } = attempt;
    const isRepeat = wizard.unanswered.some((sent) => sent.key === key);
    dispatch({ type: 'sendStarted', attempt, aim });
    if (!navigator.onLine) {
      // Large files would wait unseen for a line that the browser says is not there.
      const failure = failureOf(networkError(), aim, frame);
      dispatch({ type: 'sendFailed', failure, arrived: 'asBefore' });
      return true;
    }
    const run: Run = { control: new AbortController(), sent: false, abandoned: false };
    running.current = run;
    const post = { draft: aim === 'draft', fields: fieldsOf(wizard, aim) };
    const options = {
      signal: run.control.signal,
      idempotencyKey: key,
      onProgress: (fraction: number, bytes: number) => {
        run.sent = fraction >= 1;
        if (!run.abandoned) dispatch({ type: 'progressed', fraction, bytes });
      },
    };
    // A promise, because the mutation's own callbacks are silent once its component is gone.
    deliver({ outbox, files: form.files }, options, (sent, options) =>
      mutateAsync({ post: { ...post, ...sent }, options }),
    )
      .finally(() => {
        if (running.current === run) running.current = null;
      })
      .then(
        async ({ post, warning }) => {
          if (run.control.signal.aborted) return;
          if (run.abandoned) {
            // First: whoever reads that it is there must not find it once more to be sent.
            await onLate({ key, exists: true });
            announceCreated(post);
          } else onSent(post, warning);
        },
        (error: unknown) => {
          if (run.control.signal.aborted) return;
          const failure = failureOf(error, aim, frame);
          const arrived = arrivalOf(error, { isSent: run.sent, isRepeat });
          if (arrived === 'no') {
            if (run.abandoned) void onLate({ key, exists: false });
            else onRefused(key);
          }
          if (!run.abandoned) dispatch({ type: 'sendFailed', failure, arrived });
          // A session that ended says so where it leads to, and the post waits for its user.
          else if (failure.code !== 'UNAUTHENTICATED')
            showToast({ text: `${failureTitle(aim)}. ${failure.message}`, error: true });
        },
      );
    return true;
  };

  const cancel = () => {
    running.current?.control.abort();
    dispatch({ type: 'sendCancelled' });
  };
  return { send, cancel, abandon };
}

/** What a failure without words of the server's is told with (specification, section 8). */
function wordsFor(aim: Aim, frame: Frame): string {
  if (aim === 'draft') return 'Não foi possível salvar o rascunho. Tente novamente.';
  return frame === 'page'
    ? 'Erro ao agendar post. Tente novamente.'
    : 'Não foi possível agendar o post. Verifique os dados e tente novamente.';
}

export const failureTitle = (aim: Aim): string =>
  aim === 'draft' ? 'Erro ao Salvar' : 'Erro ao Agendar';

/** A fault that the server did not expect says nothing to people: the form's own words do. */
function failureOf(error: unknown, aim: Aim, frame: Frame): Failure {
  if (!(error instanceof ApiError)) return { aim, code: 'UNKNOWN', message: wordsFor(aim, frame) };
  const { code, message } = error;
  return { aim, code, message: code === 'INTERNAL' ? wordsFor(aim, frame) : message };
}
