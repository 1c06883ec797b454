import type { Post } from '@pontual/contract/posts/posts.ts';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { fixedFailureText, isRefusal } from '../../api/api-error.ts';
import { useInstagramAccountNames } from '../../instagram/instagram-account-names.ts';
import { showToast } from '../../ui/toast.tsx';
import { postLabel, notMovedText } from '../calendar-labels.ts';
import { getDueAt } from '../../posts/due-at.ts';
import type { MoveFailure } from './move-failure-dialog.tsx';

/** Loaded on demand, because a failed move is rare. */
export const loadMoveFailureDialog = () => import('./move-failure-dialog.tsx');

/** A toast reports it when the user has left the page or the dialog cannot be loaded. */
export function useMoveFailure() {
  const [failure, setFailure] = useState<MoveFailure | null>(null);
  const isShown = useIsMounted();
  const nameOf = useInstagramAccountNames();
  return {
    failure,
    dismiss: () => setFailure((last) => last && { ...last, open: false }),
    showFailure(error: unknown, post: Post) {
      const failure = toMoveFailure(error, post);
      const showAsToast = () =>
        showToast({ text: `${postLabel(post, nameOf(post))}: ${failure.message}`, error: true });
      loadMoveFailureDialog().then(
        () => (isShown.current ? setFailure(failure) : showAsToast()),
        showAsToast,
      );
    },
  };
}

function useIsMounted(): RefObject<boolean> {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}

function toMoveFailure(error: unknown, post: Post): MoveFailure {
  const dueAt = getDueAt(post);
  const code = isRefusal(error) ? error.code : null;
  const message = fixedFailureText(error, 'Não foi possível atualizar o post. Tente novamente.');
  return {
    open: true,
    code,
    title: code === 'LIMIT_EXCEEDED' ? 'Limite Atingido' : 'Erro ao Atualizar',
    // Without a response, the due time of the post is unknown.
    message: code !== null && dueAt !== null ? `${message} ${notMovedText(dueAt)}` : message,
  };
}
