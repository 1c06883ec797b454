import { useState, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';

export interface FieldError {
  name: string;
  message: string;
}

export type ValidationResult<Body> = { body: Body } | { fieldErrors: readonly FieldError[] };

type FormState = 'editing' | 'checking' | 'sending';

/** `validate` may be asynchronous, to load the rules on demand. */
export function useForm<Values extends Partial<Record<string, string>>, Body>(
  empty: Values,
  validate: (values: Values) => ValidationResult<Body> | Promise<ValidationResult<Body>>,
) {
  type Name = keyof Values & string;
  const [values, setValues] = useState(empty);
  const [fieldErrors, setFieldErrors] = useState<readonly FieldError[]>([]);
  const [state, setState] = useState<FormState>('editing');

  async function attempt(form: HTMLFormElement, send: SendForm<Body>): Promise<void> {
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
    flushSync(() => setState('editing'));
    if (invalidField === undefined) return;
    const field = findFirstField(form, [invalidField]);
    field?.focus();
    // Not in a textarea, whose text may be long.
    if (field instanceof HTMLInputElement) field.select();
  }

  return {
    values,
    state,
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
    /** Returns the first field name, for `submit`. */
    showErrors(fieldErrors: readonly FieldError[]) {
      setFieldErrors(fieldErrors);
      return fieldErrors[0]?.name;
    },
    clear() {
      setValues(empty);
      setFieldErrors([]);
    },
    /** Ignored while the form is busy. `onError` receives what `send` or the validation throws. */
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

/** Resolves with the name of the field that must take the focus, if any. */
type SendForm<Body> = (body: Body) => Promise<string | undefined>;

function findFirstField(form: HTMLFormElement, names: readonly string[]): HTMLElement | undefined {
  return [...form.elements].find(
    (element): element is HTMLElement =>
      element instanceof HTMLElement && names.includes(element.getAttribute('name') ?? ''),
  );
}
