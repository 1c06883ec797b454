import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { wasInModal } from '../create/keep/words.ts';
import { noTime, type WallFields } from '../create/when/wall-fields.ts';

/** The dialog in which a post is made: each opening is a composer of its own. */
export interface CreateDialog {
  /** 0 while it was never opened. */
  opening: number;
  open: boolean;
  when: WallFields;
  /** By itself, for what was being made here before. */
  resumes: boolean;
  create: (when?: WallFields) => void;
  close: () => void;
}

/** What was being made here when the page was loaded again, or its session was lost, goes on. */
function firstComposer() {
  const resumes = wasInModal();
  return { opening: resumes ? 1 : 0, open: resumes, when: noTime, resumes };
}

export function useCreateDialog(): CreateDialog {
  const [state, setState] = useState(firstComposer);
  const create = useCallback((when: WallFields = noTime) => {
    // Never over one that is open: it may hold work.
    setState((last) =>
      last.open ? last : { opening: last.opening + 1, open: true, when, resumes: false },
    );
  }, []);
  useCreateRequest(create);
  const close = useCallback(() => setState((last) => ({ ...last, open: false })), []);
  return { ...state, create, close };
}

/** The shell's add buttons and the letter C ask for the dialog through the history state. */
function useCreateRequest(create: () => void): void {
  const { state, pathname, search }: { state: unknown; pathname: string; search: string } =
    useLocation();
  const navigate = useNavigate();
  const asked =
    typeof state === 'object' && state !== null && 'create' in state && state.create === true;
  // The request is in the browser's history. It is taken out, or a reload would repeat it.
  useEffect(() => {
    if (!asked) return;
    create();
    void navigate(pathname + search, { replace: true, state: null, preventScrollReset: true });
  }, [asked, create, navigate, pathname, search]);
}
