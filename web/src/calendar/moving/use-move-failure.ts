import type { Post } from '@pontual/contract/posts/posts.ts';
import { useEffect, useRef, type RefObject } from 'react';
import { fixedFailureText, isRefusal } from '../../api/api-error.ts';
import { useInstagramAccountNames } from '../../instagram/instagram-account-names.ts';
import { showToast } from '../../ui/toast.tsx';
import { useDialogState } from '../../ui/use-dialog-state.ts';
import { postLabel, notMovedText } from '../calendar-labels.ts';
import { getDueAt } from '../../posts/due-at.ts';
import type { MoveFailure } from './move-failure-dialog.tsx';

/** Loaded on demand, because a failed move is rare. */
export const loadMoveFailureDialog = () => import('./move-failure-dialog.tsx');

/** A toast reports it when the user has left the page or the dialog cannot be loaded. */
export function useMoveFailure() {
  const failure = useDialogState<MoveFailure>();
  const isShown = useIsMounted();
  const nameOf = useInstagramAccountNames();
  return {
    failure,
    showFailure(error: unknown, post: Post) {
      const reason = toMoveFailure(error, post);
      const showAsToast = () =>
        showToast({ text: `${postLabel(post, nameOf(post))}: ${reason.text}`, error: true });
      loadMoveFailureDialog().then(
        () => (isShown.current ? failure.show(reason) : showAsToast()),
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
    code,
    title: code === 'LIMIT_EXCEEDED' ? 'Limite Atingido' : 'Erro ao Atualizar',
    // Without a response, the due time of the post is unknown.
    text: code !== null && dueAt !== null ? `${message} ${notMovedText(dueAt)}` : message,
  };
}
