import type { Post } from '@pontual/contract/posts.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, failureText } from '../../api/api-error.ts';
import { showToast } from '../../ui/toast.tsx';
import type { PickedFile } from '../create/form-rules.ts';
import type { Outbox } from '../create/uploads/outbox.ts';
import { deliver } from '../create/uploads/use-outbox.ts';
import { useUpdatePost, type PostChange } from '../posts.queries.ts';

export type ChangePhase =
  | { state: 'editing' }
  /** As a part of 1. */
  | { state: 'sending'; fraction: number }
  | { state: 'failed'; code: string | null; message: string }
  /** `message` is the server's. */
  | { state: 'changed'; post: Post; warning: string | null; message: string };

export interface Change {
  phase: ChangePhase;
  send: (change: PostChange, files?: Files) => void;
  /** Stops what is on its way, unless all of it has gone out. */
  cancel: () => void;
  /** The user goes away. What has been sent whole is answered for in a toast, the rest is stopped. */
  abandon: () => void;
  /** What failed has been read. */
  dismiss: () => void;
}

interface Run {
  control: AbortController;
  /** Everything has gone out: from here on the post may be changed. */
  sent: boolean;
  /** Nobody looks at the dialog any more. */
  abandoned: boolean;
}

/** Files in place of those that the post has. */
interface Files {
  outbox: Outbox;
  files: readonly PickedFile[];
}

/** Where the server has not said why (specification, section 8). */
const UPDATE_FAILED = 'Não foi possível atualizar o post. Tente novamente.';

const editing: ChangePhase = { state: 'editing' };

/** Sends a change of a post, and says how far it is. */
export function useChange(post: Post, onChanged: (post: Post) => void): Change {
  const { mutateAsync } = useUpdatePost(post);
  const [phase, setPhase] = useState<ChangePhase>(editing);
  const running = useRef<Run>(null);

  const abandon = useCallback(() => {
    if (running.current === null) return;
    running.current.abandoned = true;
    if (!running.current.sent) running.current.control.abort();
  }, []);
  // The upload goes on without React: it must not outlive, unseen, the dialog that shows it.
  useEffect(() => abandon, [abandon]);

  const send: Change['send'] = (change, files) => {
    const run: Run = { control: new AbortController(), sent: false, abandoned: false };
    const { signal } = run.control;
    running.current = run;
    setPhase({ state: 'sending', fraction: 0 });
    const options = {
      signal,
      onProgress: (fraction: number) => {
        run.sent = fraction >= 1;
        if (!signal.aborted) setPhase({ state: 'sending', fraction });
      },
    };
    const sent =
      files === undefined
        ? mutateAsync({ change, options })
        : deliver(files, options, (named, options) =>
            mutateAsync({ change: { ...change, ...named }, options }),
          );
    sent
      .finally(() => {
        if (running.current === run) running.current = null;
      })
      .then(
        ({ post, warning, message }) => {
          if (run.abandoned) {
            showToast({ text: 'Post Atualizado!', status: post.status });
            return;
          }
          setPhase({ state: 'changed', post, warning, message });
          onChanged(post);
        },
        (error: unknown) => {
          if (signal.aborted) return;
          const message = failureText(error, UPDATE_FAILED);
          const code = error instanceof ApiError ? error.code : null;
          if (run.abandoned) showToast({ text: `Erro ao Atualizar. ${message}`, error: true });
          else setPhase({ state: 'failed', code, message });
        },
      );
  };
  const cancel = () => {
    if (running.current === null || running.current.sent) return;
    running.current.control.abort();
    running.current = null;
    setPhase(editing);
  };
  const dismiss = () => setPhase(editing);
  return { phase, send, cancel, abandon, dismiss };
}
