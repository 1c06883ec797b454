import type { Post } from '@pontual/contract/posts.ts';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import type { PickedFile } from '../create/form-rules.ts';
import type { Outbox } from '../create/uploads/outbox.ts';
import { deliver } from '../create/uploads/use-outbox.ts';
import { useUpdatePost, type PostChange } from '../posts.queries.ts';

export type ChangePhase =
  | { state: 'editing' }
  /** As a part of 1. */
  | { state: 'sending'; fraction: number }
  | { state: 'failed'; message: string }
  | { state: 'changed'; post: Post };

export interface Change {
  phase: ChangePhase;
  send: (change: PostChange, files?: Files) => void;
  /** Stops what is on its way, unless all of it has gone out. */
  cancel: () => void;
}

/** Files in place of those that the post has. */
interface Files {
  outbox: Outbox;
  files: readonly PickedFile[];
}

const editing: ChangePhase = { state: 'editing' };

/** Sends a change of a post, and says how far it is. */
export function useChange(post: Post, onChanged: (post: Post) => void): Change {
  const { mutateAsync } = useUpdatePost(post);
  const [phase, setPhase] = useState<ChangePhase>(editing);
  const running = useRef<AbortController>(null);

  // The upload goes on without React: it must not outlive, unseen, the dialog that shows it.
  useEffect(() => () => running.current?.abort(), []);

  const send: Change['send'] = (change, files) => {
    const control = new AbortController();
    running.current = control;
    setPhase({ state: 'sending', fraction: 0 });
    const options = {
      signal: control.signal,
      onProgress: (fraction: number) => {
        // From here on the post may be changed.
        if (fraction >= 1 && running.current === control) running.current = null;
        if (!control.signal.aborted) setPhase({ state: 'sending', fraction });
      },
    };
    const sent =
      files === undefined
        ? mutateAsync({ change, options })
        : deliver(files, options, (named, options) =>
            mutateAsync({ change: { ...change, ...named }, options }),
          );
    sent.then(
      ({ post }) => {
        setPhase({ state: 'changed', post });
        onChanged(post);
      },
      (error: unknown) => {
        if (!control.signal.aborted) setPhase({ state: 'failed', message: messageOf(error) });
      },
    );
  };
  const cancel = () => {
    if (running.current === null) return;
    running.current.abort();
    running.current = null;
    setPhase(editing);
  };
  return { phase, send, cancel };
}

function messageOf(error: unknown): string {
  return error instanceof ApiError
    ? error.message
    : 'Não foi possível atualizar o post. Tente novamente.';
}
