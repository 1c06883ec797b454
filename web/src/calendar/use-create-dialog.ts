import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { wasDraftInModal } from '../composer/draft-store/draft-records.ts';
import { emptyDueTime, type DueTimeFields } from '../composer/when/due-time-fields.ts';

/** The dialog in which a post is made: each opening is a composer of its own. */
export interface CreateDialog {
  /** 0 while it was never opened. */
  opening: number;
  open: boolean;
  when: DueTimeFields;
  /** By itself, for what was being made here before. */
  resumesDraft: boolean;
  create: (when?: DueTimeFields) => void;
  close: () => void;
}

/** What was being made here when the page was loaded again, or its session was lost, goes on. */
function initialState() {
  const resumesDraft = wasDraftInModal();
  return { opening: resumesDraft ? 1 : 0, open: resumesDraft, when: emptyDueTime, resumesDraft };
}

export function useCreateDialog(): CreateDialog {
  const [state, setState] = useState(initialState);
  const create = useCallback((when: DueTimeFields = emptyDueTime) => {
    // Never over one that is open: it may hold work.
    setState((last) =>
      last.open ? last : { opening: last.opening + 1, open: true, when, resumesDraft: false },
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
  const isRequested =
    typeof state === 'object' && state !== null && 'create' in state && state.create === true;
  // The request is in the browser's history. It is taken out, or a reload would repeat it.
  useEffect(() => {
    if (!isRequested) return;
    create();
    void navigate(pathname + search, { replace: true, state: null, preventScrollReset: true });
  }, [isRequested, create, navigate, pathname, search]);
}
