import { useState, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';

export interface FieldError {
  name: string;
  message: string;
}

export type ValidationResult<Body> = { body: Body } | { fieldErrors: readonly FieldError[] };

/** What a form shows after a refused submission. */
export interface FormFailure {
  fieldErrors?: readonly FieldError[] | undefined;
  /** Undefined when field errors explain everything. */
  text?: string | undefined;
  /** The name of the field that takes the focus if no field has an error. */
  focus?: string | undefined;
  /** How long the form stays busy after it, in ms. */
  waitMs?: number | undefined;
}

type FormState = 'editing' | 'checking' | 'sending';
/** Resolves after success. */
type SendForm<Body> = (body: Body) => Promise<unknown>;
/** Receives what `send` or the validation throws, and the names of the form's fields. */
type OnError = (error: unknown, names: readonly string[]) => FormFailure | Promise<FormFailure>;

/** The state of a form whose fields hold text. `validate` may be asynchronous, to load the rules on demand. */
export function useForm<Values extends Partial<Record<string, string>>, Body>(
  empty: Values,
  validate: (values: Values) => ValidationResult<Body> | Promise<ValidationResult<Body>>,
) {
  type Name = keyof Values & string;
  const [values, setValues] = useState(empty);
  const [fieldErrors, setFieldErrors] = useState<readonly FieldError[]>([]);
  const [failure, setFailure] = useState<string>();
  const [state, setState] = useState<FormState>('editing');

  /** Returns the name of the field that takes the focus. */
  function showFailure({ fieldErrors = [], text, focus }: FormFailure): string | undefined {
    setFieldErrors(fieldErrors);
    setFailure(text);
    return fieldErrors[0]?.name ?? focus;
  }

  async function attempt(form: HTMLFormElement, send: SendForm<Body>, onError: OnError) {
    let invalidField: string | undefined;
    try {
      const result = await validate({ ...empty, ...values });
      if ('fieldErrors' in result) {
        showFailure({ fieldErrors: result.fieldErrors });
        setState('editing');
        findFirstField(
          form,
          result.fieldErrors.map(({ name }) => name),
        )?.focus();
        return;
      }
      showFailure({});
      setState('sending');
      await send(result.body);
    } catch (error) {
      const shown = await onError(error, Object.keys(empty));
      invalidField = showFailure(shown);
      const { waitMs } = shown;
      if (waitMs !== undefined) await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
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
    /** The sentence above the fields. */
    failure,
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
    clear() {
      setValues(empty);
      showFailure({});
    },
    /** Ignored while the form is busy. */
    submit: (send: SendForm<Body>, onError: OnError) => (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault();
      if (state !== 'editing') return;
      setState('checking');
      void attempt(event.currentTarget, send, onError);
    },
  };
}

function findFirstField(form: HTMLFormElement, names: readonly string[]): HTMLElement | undefined {
  return [...form.elements].find(
    (element): element is HTMLElement =>
      element instanceof HTMLElement && names.includes(element.getAttribute('name') ?? ''),
  );
}
