import type { Post } from '@pontual/contract/posts/posts.ts';
import { useCallback, useEffect, useRef, type Dispatch } from 'react';
import { ApiError } from '../api/api-error.ts';
import { networkError } from '../api/client.ts';
import { showToast } from '../ui/toast.tsx';
import { announceCreated } from '../posts/announce.ts';
import { readNow } from '../posts/now.ts';
import { useCreatePost } from '../posts/posts-queries.ts';
import { validateForm } from './form.rules.ts';
import type { LateResponse } from './draft-store/late-responses.ts';
import { newKey } from './new-key.ts';
import { toPostFields } from './post-fields.ts';
import { classifyFailure } from './unanswered-requests.ts';
import type { UploadQueue } from './uploads/upload-queue.ts';
import type { Horizon } from './when/time-bounds.rules.ts';
import { sendWithUploads } from './uploads/use-upload-queue.ts';
import type { SubmitMode, EditingStep, Failure, Frame, WizardAction } from './wizard-state.ts';
import { findOrCreateAttempt } from './wizard.ts';

export interface SubmitPost {
  /** False where the form does not hold; the wizard then shows why. A draft always holds. */
  submit: (wizard: EditingStep, submitMode: SubmitMode) => boolean;
  cancel: () => void;
  /** The user goes away. What has been sent whole is answered for in a toast, the rest is stopped. */
  abandon: () => void;
}

interface SubmitOptions {
  dispatch: Dispatch<WizardAction>;
  uploadQueue: UploadQueue;
  horizon: Horizon | null;
  onCreated: (post: Post, warning: string | null) => void;
  /** What came of the post, once nobody looks at the wizard any more. */
  onLateResponse: (answer: LateResponse) => Promise<void>;
  /** The server has said that what was sent under this key does not exist. */
  onRejected: (key: string) => void;
}

interface SubmitRun {
  control: AbortController;
  /** Everything has gone out: from here on the post may exist. */
  isSent: boolean;
  /** Nobody looks at the wizard any more. */
  isAbandoned: boolean;
}

/** Sends the post, reporting to the wizard. */
export function useSubmitPost(settings: SubmitOptions): SubmitPost {
  const { dispatch, uploadQueue, horizon, onCreated, onLateResponse, onRejected } = settings;
  const { mutateAsync } = useCreatePost();
  const running = useRef<SubmitRun | null>(null);

  const abandon = useCallback(() => {
    if (running.current === null) return;
    running.current.isAbandoned = true;
    if (!running.current.isSent) running.current.control.abort();
  }, []);
  // The upload goes on without React: it must not outlive, unseen, the dialog that shows it.
  useEffect(() => abandon, [abandon]);

  const submit = (wizard: EditingStep, submitMode: SubmitMode) => {
    const { form, frame } = wizard;
    const errors = submitMode === 'draft' ? {} : validateForm(form, readNow(), horizon);
    if (Object.keys(errors).length > 0) {
      dispatch({ type: 'refused', errors });
      return false;
    }
    const attempt = findOrCreateAttempt(wizard, submitMode, {
      key: newKey(),
      at: readNow().getTime(),
    });
    const { key } = attempt;
    const isRepeat = wizard.unansweredRequests.some((sent) => sent.key === key);
    dispatch({ type: 'sendStarted', attempt, submitMode });
    if (!navigator.onLine) {
      // Large files would wait unseen for a line that the browser says is not there.
      const failure = toFailure(networkError(), submitMode, frame);
      dispatch({ type: 'sendFailed', failure, outcome: 'asBefore' });
      return true;
    }
    const run: SubmitRun = { control: new AbortController(), isSent: false, isAbandoned: false };
    running.current = run;
    const post = { draft: submitMode === 'draft', fields: toPostFields(wizard, submitMode) };
    const options = {
      signal: run.control.signal,
      idempotencyKey: key,
      onProgress: (fraction: number, bytes: number) => {
        run.isSent = fraction >= 1;
        if (!run.isAbandoned) dispatch({ type: 'progressed', fraction, bytes });
      },
    };
    // A promise, because the mutation's own callbacks are silent once its component is gone.
    sendWithUploads({ uploadQueue, files: form.files }, options, (sent, options) =>
      mutateAsync({ post: { ...post, ...sent }, options }),
    )
      .finally(() => {
        if (running.current === run) running.current = null;
      })
      .then(
        async ({ post, warning }) => {
          if (run.control.signal.aborted) return;
          if (run.isAbandoned) {
            // First: whoever reads that it is there must not find it once more to be sent.
            await onLateResponse({ key, isCreated: true });
            announceCreated(post);
          } else onCreated(post, warning);
        },
        (error: unknown) => {
          if (run.control.signal.aborted) return;
          const failure = toFailure(error, submitMode, frame);
          const outcome = classifyFailure(error, { isSent: run.isSent, isRepeat });
          if (outcome === 'no') {
            if (run.isAbandoned) void onLateResponse({ key, isCreated: false });
            else onRejected(key);
          }
          if (!run.isAbandoned) dispatch({ type: 'sendFailed', failure, outcome });
          // A session that ended says so where it leads to, and the post waits for its user.
          else if (failure.code !== 'UNAUTHENTICATED')
            showToast({ text: `${failureTitle(submitMode)}. ${failure.message}`, error: true });
        },
      );
    return true;
  };

  const cancel = () => {
    running.current?.control.abort();
    dispatch({ type: 'sendCancelled' });
  };
  return { submit, cancel, abandon };
}

/** What a failure without words of the server's is told with (specification, section 8). */
function failureMessage(submitMode: SubmitMode, frame: Frame): string {
  if (submitMode === 'draft') return 'Não foi possível salvar o rascunho. Tente novamente.';
  return frame === 'page'
    ? 'Erro ao agendar post. Tente novamente.'
    : 'Não foi possível agendar o post. Verifique os dados e tente novamente.';
}

export const failureTitle = (submitMode: SubmitMode): string =>
  submitMode === 'draft' ? 'Erro ao Salvar' : 'Erro ao Agendar';

/** A fault that the server did not expect says nothing to people: the form's own words do. */
function toFailure(error: unknown, submitMode: SubmitMode, frame: Frame): Failure {
  if (!(error instanceof ApiError))
    return { submitMode, code: 'UNKNOWN', message: failureMessage(submitMode, frame) };
  const { code, message } = error;
  return {
    submitMode,
    code,
    message: code === 'INTERNAL' ? failureMessage(submitMode, frame) : message,
  };
}
