import type { Post } from '@pontual/contract/posts/posts.ts';
import { useCallback, useEffect, useRef, type Dispatch } from 'react';
import { ApiError, failureText } from '../api/api-error.ts';
import { networkError } from '../api/client.ts';
import { showToast } from '../ui/toast.tsx';
import { announceCreated } from '../posts/announce.ts';
import { readNow } from '../posts/now.ts';
import { useCreatePost } from '../posts/posts-queries.ts';
import { validateForm } from './form.rules.ts';
import type { LateResponse } from './draft-store/late-responses.ts';
import { newKey } from './new-key.ts';
import { toPostFields } from './post-fields.ts';
import { classifyCreationFailure } from './unanswered-requests.ts';
import type { UploadQueue } from './uploads/upload-queue.ts';
import type { Horizon } from './when/time-bounds.rules.ts';
import { sendWithUploads } from './uploads/use-upload-queue.ts';
import type { SubmitMode, EditingState, SendFailure, Frame, WizardAction } from './wizard-state.ts';
import { findOrCreateAttempt } from './wizard.ts';

export interface SubmitPost {
  /** Returns false if the form is invalid; the wizard then shows the errors. A draft is always valid. */
  submit: (wizard: EditingState, submitMode: SubmitMode) => boolean;
  cancel: () => void;
  /** A request that is fully sent reports its outcome in a toast; any other is aborted. */
  abandon: () => void;
}

interface SubmitOptions {
  dispatch: Dispatch<WizardAction>;
  uploadQueue: UploadQueue;
  horizon: Horizon | null;
  onCreated: (post: Post, warning: string | null) => void;
  /** Called with the outcome of a request after the wizard was left. */
  onLateResponse: (answer: LateResponse) => Promise<void>;
  /** Called when the server has confirmed that this key created no post. */
  onRejected: (key: string) => void;
}

interface SubmitRun {
  control: AbortController;
  /** The request is fully sent: from now on the post may exist. */
  isSent: boolean;
  isAbandoned: boolean;
}

export function useSubmitPost(settings: SubmitOptions): SubmitPost {
  const { dispatch, uploadQueue, horizon, onCreated, onLateResponse, onRejected } = settings;
  const { mutateAsync } = useCreatePost();
  const running = useRef<SubmitRun | null>(null);

  const abandon = useCallback(() => {
    if (running.current === null) return;
    running.current.isAbandoned = true;
    if (!running.current.isSent) running.current.control.abort();
  }, []);
  // The upload runs outside React and must not outlive the dialog that shows its progress.
  useEffect(() => abandon, [abandon]);

  const submit = (wizard: EditingState, submitMode: SubmitMode) => {
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
      // Otherwise early uploads would wait for a connection without the user noticing.
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
    // A promise, because React Query does not call a mutation's callbacks after its component is unmounted.
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
            // Before the announcement, so that the stored draft does not offer the created post again.
            await onLateResponse({ key, isCreated: true });
            announceCreated(post);
          } else onCreated(post, warning);
        },
        (error: unknown) => {
          if (run.control.signal.aborted) return;
          const failure = toFailure(error, submitMode, frame);
          const outcome = classifyCreationFailure(error, { isSent: run.isSent, isRepeat });
          if (outcome === 'no') {
            if (run.isAbandoned) void onLateResponse({ key, isCreated: false });
            else onRejected(key);
          }
          if (!run.isAbandoned) dispatch({ type: 'sendFailed', failure, outcome });
          // An expired session shows its own message on the login page, and the draft is preserved.
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

/** Message of a failure for which the server gives none (specification, section 8). */
function failureMessage(submitMode: SubmitMode, frame: Frame): string {
  if (submitMode === 'draft') return 'Não foi possível salvar o rascunho. Tente novamente.';
  return frame === 'page'
    ? 'Erro ao agendar post. Tente novamente.'
    : 'Não foi possível agendar o post. Verifique os dados e tente novamente.';
}

export const failureTitle = (submitMode: SubmitMode): string =>
  submitMode === 'draft' ? 'Erro ao Salvar' : 'Erro ao Agendar';

function toFailure(error: unknown, submitMode: SubmitMode, frame: Frame): SendFailure {
  return {
    submitMode,
    code: error instanceof ApiError ? error.code : 'UNKNOWN',
    message: failureText(error, failureMessage(submitMode, frame)),
  };
}
