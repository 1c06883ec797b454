import { useEffect, useSyncExternalStore, type Dispatch } from 'react';
import type { Wizard, WizardAction } from '../wizard-state.ts';
import { noKeeper, type Keeper, type Standing } from './keeper.ts';
import { onLateAnswer } from './late-answers.ts';

interface Keeping {
  open: boolean;
  keeper: Keeper;
  wizard: Wizard;
  dispatch: Dispatch<WizardAction>;
}

/** Keeps what is made while its composer is open, and tells how far it is kept. */
export function useKeeping({ open, keeper, wizard, dispatch }: Keeping): Standing {
  const current = open ? keeper : noKeeper;
  // The browser's storage is outside React.
  useEffect(() => current.keep(wizard), [current, wizard]);
  // What was sent from here before may be answered only now: in another composer, or another tab.
  useEffect(() => {
    if (!open) return undefined;
    return onLateAnswer((answer) => dispatch({ type: 'answeredLate', ...answer }));
  }, [open, dispatch]);
  return useSyncExternalStore(keeper.onStanding, keeper.standing);
}
