import { useState, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';

/** What is wrong with one field, in words for its user. */
export interface Fault {
  name: string;
  message: string;
}

/** What the rules of a form make of what was typed: what is sent, or what is wrong. */
export type Checked<Body> = { body: Body } | { faults: readonly Fault[] };

type FormState = 'editing' | 'checking' | 'sending';

/**
 * A form of text fields: what is typed and what is wrong with it, by field. A fault goes when its
 * field is edited; all are looked for when the form is submitted, and the first takes the focus.
 * Where there are no rules yet, `check` may load them.
 */
export function useForm<Values extends Partial<Record<string, string>>, Body>(
  empty: Values,
  check: (typed: Values) => Checked<Body> | Promise<Checked<Body>>,
) {
  type Name = keyof Values & string;
  const [values, setValues] = useState(empty);
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const [state, setState] = useState<FormState>('editing');

  async function attempt(form: HTMLFormElement, send: Send<Body>): Promise<void> {
    // A field that has come since is as empty as the others were.
    const checked = await check({ ...empty, ...values });
    if ('faults' in checked) {
      setFaults(checked.faults);
      setState('editing');
      firstOf(
        form,
        checked.faults.map(({ name }) => name),
      )?.focus();
      return;
    }
    setFaults([]);
    setState('sending');
    const refused = await send(checked.body);
    // The fields can take the focus only once they are no longer disabled.
    flushSync(() => setState('editing'));
    if (refused === undefined) return;
    const field = firstOf(form, [refused]);
    field?.focus();
    // To be typed over; but not what may be long.
    if (field instanceof HTMLInputElement) field.select();
  }

  return {
    values,
    state,
    /** What the control of a field spreads. */
    field: (name: Name) => ({
      name,
      required: true,
      value: values[name] ?? '',
      error: faults.find((fault) => fault.name === name)?.message,
      onChange({ target }: { target: { value: string } }) {
        setValues((before) => ({ ...before, [name]: target.value }));
        setFaults((before) => before.filter((fault) => fault.name !== name));
      },
    }),
    /** Shows what the server says of single fields; returns the first, for `submit`. */
    refuse(refused: readonly Fault[]) {
      setFaults(refused);
      return refused[0]?.name;
    },
    clear() {
      setValues(empty);
      setFaults([]);
    },
    /**
     * Sends what the rules have let through. A second press finds the form at work, also while
     * the rules are loaded; what is thrown on the way is left to `lost`.
     */
    submit:
      (send: Send<Body>, lost?: (error: unknown) => void) =>
      (event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (state !== 'editing') return;
        setState('checking');
        attempt(event.currentTarget, send).catch((error: unknown) => {
          setState('editing');
          if (lost === undefined) throw error;
          lost(error);
        });
      },
  };
}

/** Resolves with the name of the field that takes the focus, if one does. */
type Send<Body> = (body: Body) => Promise<string | undefined>;

/** The first of these fields, as they stand on the page. */
function firstOf(form: HTMLFormElement, names: readonly string[]): HTMLElement | undefined {
  return [...form.elements].find(
    (element): element is HTMLElement =>
      element instanceof HTMLElement && names.includes(element.getAttribute('name') ?? ''),
  );
}
