import type { Post } from '@pontual/contract/posts.ts';
import { useRef, type Dispatch } from 'react';
import { ApiError } from '../../api/client.ts';
import { readNow } from '../now.ts';
import { useSchedulePost } from '../posts.queries.ts';
import { fromFields } from './shortcuts.ts';
import {
  attemptOf,
  faultsOf,
  type DetailsStep,
  type Failure,
  type WizardAction,
} from './wizard.ts';

export interface Send {
  /** False where the form does not hold; the wizard then shows why. */
  send: (wizard: DetailsStep, demo: boolean) => boolean;
  cancel: () => void;
}

/** Sends the post, reporting to the wizard. */
export function useSend(dispatch: Dispatch<WizardAction>, onSent: (post: Post) => void): Send {
  const { mutate } = useSchedulePost();
  const running = useRef<AbortController | null>(null);

  const send = (wizard: DetailsStep, demo: boolean) => {
    const { form, mediaType } = wizard;
    const faults = faultsOf(form, readNow());
    const scheduledTime = fromFields(form.when);
    if (scheduledTime === null || Object.keys(faults).length > 0) {
      dispatch({ type: 'refused', faults });
      return false;
    }
    const attempt = attemptOf(wizard, demo, newKey());
    const control = new AbortController();
    running.current = control;
    dispatch({ type: 'sendStarted', attempt, demo });
    const files = form.files.map(({ file }) => file);
    mutate(
      {
        post: { mediaType, caption: form.caption, scheduledTime, files, demo },
        options: {
          signal: control.signal,
          idempotencyKey: attempt.key,
          onProgress: (fraction, bytes) => dispatch({ type: 'progressed', fraction, bytes }),
        },
      },
      {
        onSuccess: (post) => {
          if (!control.signal.aborted) onSent(post);
        },
        onError: (error) => {
          if (!control.signal.aborted) dispatch({ type: 'sendFailed', failure: failureOf(error) });
        },
      },
    );
    return true;
  };

  const cancel = () => {
    running.current?.abort();
    dispatch({ type: 'sendCancelled' });
  };
  return { send, cancel };
}

function failureOf(error: Error): Failure {
  return error instanceof ApiError
    ? { code: error.code, message: error.message }
    : {
        code: 'UNKNOWN',
        message: 'Não foi possível agendar o post. Verifique os dados e tente novamente.',
      };
}

/** Not `randomUUID`, which browsers keep from pages that are served without https. */
function newKey(): string {
  const numbers = crypto.getRandomValues(new Uint32Array(4));
  return Array.from(numbers, (number) => number.toString(16).padStart(8, '0')).join('');
}
