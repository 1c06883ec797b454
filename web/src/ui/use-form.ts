import { useState, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';

/** What is wrong with one field, in words for its user. */
export interface FieldError {
  name: string;
  message: string;
}

/** What the rules of a form make of what was typed: what is sent, or what is wrong. */
export type ValidationResult<Body> = { body: Body } | { fieldErrors: readonly FieldError[] };

type FormState = 'editing' | 'checking' | 'sending';

/**
 * A form of text fields: what is typed and what is wrong with it, by field. A fault goes when its
 * field is edited; all are looked for when the form is submitted, and the first takes the focus.
 * Where there are no rules yet, `check` may load them.
 */
export function useForm<Values extends Partial<Record<string, string>>, Body>(
  empty: Values,
  validate: (values: Values) => ValidationResult<Body> | Promise<ValidationResult<Body>>,
) {
  type Name = keyof Values & string;
  const [values, setValues] = useState(empty);
  const [fieldErrors, setFieldErrors] = useState<readonly FieldError[]>([]);
  const [state, setState] = useState<FormState>('editing');

  async function attempt(form: HTMLFormElement, send: SendForm<Body>): Promise<void> {
    // A field that has come since is as empty as the others were.
    const result = await validate({ ...empty, ...values });
    if ('fieldErrors' in result) {
      setFieldErrors(result.fieldErrors);
      setState('editing');
      findFirstField(
        form,
        result.fieldErrors.map(({ name }) => name),
      )?.focus();
      return;
    }
    setFieldErrors([]);
    setState('sending');
    const invalidField = await send(result.body);
    // The fields can take the focus only once they are no longer disabled.
    flushSync(() => setState('editing'));
    if (invalidField === undefined) return;
    const field = findFirstField(form, [invalidField]);
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
      error: fieldErrors.find((fieldError) => fieldError.name === name)?.message,
      onChange({ target }: { target: { value: string } }) {
        setValues((before) => ({ ...before, [name]: target.value }));
        setFieldErrors((before) => before.filter((fieldError) => fieldError.name !== name));
      },
    }),
    /** Shows what the server says of single fields; returns the first, for `submit`. */
    showErrors(fieldErrors: readonly FieldError[]) {
      setFieldErrors(fieldErrors);
      return fieldErrors[0]?.name;
    },
    clear() {
      setValues(empty);
      setFieldErrors([]);
    },
    /**
     * Sends what the rules have let through. A second press finds the form at work, also while
     * the rules are loaded; what is thrown on the way is left to `lost`.
     */
    submit:
      (send: SendForm<Body>, onError?: (error: unknown) => void) =>
      (event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (state !== 'editing') return;
        setState('checking');
        attempt(event.currentTarget, send).catch((error: unknown) => {
          setState('editing');
          if (onError === undefined) throw error;
          onError(error);
        });
      },
  };
}

/** Resolves with the name of the field that takes the focus, if one does. */
type SendForm<Body> = (body: Body) => Promise<string | undefined>;

/** The first of these fields, as they stand on the page. */
function findFirstField(form: HTMLFormElement, names: readonly string[]): HTMLElement | undefined {
  return [...form.elements].find(
    (element): element is HTMLElement =>
      element instanceof HTMLElement && names.includes(element.getAttribute('name') ?? ''),
  );
}
