import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { wasDraftInModal } from '../composer/draft-store/draft-records.ts';
import { emptyDueTime, type DueTimeFields } from '../composer/when/due-time-fields.ts';

export interface CreateDialog {
  /** 0 until it is opened for the first time. */
  opening: number;
  open: boolean;
  when: DueTimeFields;
  /** Whether the dialog was opened by itself to resume a draft. */
  resumesDraft: boolean;
  create: (when?: DueTimeFields) => void;
  close: () => void;
}

function initialState() {
  const resumesDraft = wasDraftInModal();
  return { opening: resumesDraft ? 1 : 0, open: resumesDraft, when: emptyDueTime, resumesDraft };
}

export function useCreateDialog(): CreateDialog {
  const [state, setState] = useState(initialState);
  const create = useCallback((when: DueTimeFields = emptyDueTime) => {
    // An open dialog may contain unsaved work, so it is not replaced.
    setState((last) =>
      last.open ? last : { opening: last.opening + 1, open: true, when, resumesDraft: false },
    );
  }, []);
  useCreateRequest(create);
  const close = useCallback(() => setState((last) => ({ ...last, open: false })), []);
  return { ...state, create, close };
}

/** The add buttons of the shell and the key C request the dialog through the history state. */
function useCreateRequest(create: () => void): void {
  const { state, pathname, search }: { state: unknown; pathname: string; search: string } =
    useLocation();
  const navigate = useNavigate();
  const isRequested =
    typeof state === 'object' && state !== null && 'create' in state && state.create === true;
  // Removed from the history; otherwise a reload would repeat the request.
  useEffect(() => {
    if (!isRequested) return;
    create();
    void navigate(pathname + search, { replace: true, state: null, preventScrollReset: true });
  }, [isRequested, create, navigate, pathname, search]);
}
