import type { Post } from '@pontual/contract/posts.ts';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { failureText, isRefusal } from '../../../api/api-error.ts';
import { useAccountNames } from '../../../instagram/account-names.ts';
import { showToast } from '../../../ui/toast.tsx';
import { postName, stayed } from '../day-words.ts';
import { plannedAt } from '../timeline-groups.ts';
import type { Refusal } from './move-refused.tsx';

/** The dialog, which is seldom wanted. */
export const loadRefused = () => import('./move-refused.tsx');

/**
 * Tells that a post could not be moved: in a dialog, or in a toast to whoever has left the page or
 * has no line for the dialog.
 */
export function useRefusedMove() {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const isShown = useIsShown();
  const nameOf = useAccountNames();
  return {
    refusal,
    // What it said stays while it goes away.
    dismiss: () => setRefusal((last) => last && { ...last, open: false }),
    refused(error: unknown, post: Post) {
      const told = refusalOf(error, post);
      const tell = () =>
        showToast({ text: `${postName(post, nameOf(post))}: ${told.message}`, error: true });
      loadRefused().then(() => (isShown.current ? setRefusal(told) : tell()), tell);
    },
  };
}

/** Whether what uses it is still on the page. */
function useIsShown(): RefObject<boolean> {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}

function refusalOf(error: unknown, post: Post): Refusal {
  const at = plannedAt(post);
  const code = isRefusal(error) ? error.code : null;
  const message = failureText(error, 'Não foi possível atualizar o post. Tente novamente.');
  return {
    open: true,
    code,
    title: code === 'LIMIT_EXCEEDED' ? 'Limite Atingido' : 'Erro ao Atualizar',
    // Without an answer nobody knows where it is.
    message: code !== null && at !== null ? `${message} ${stayed(at)}` : message,
  };
}
