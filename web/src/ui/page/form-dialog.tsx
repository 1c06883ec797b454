import { useId, type ReactNode } from 'react';
import { Alert } from '../alert.tsx';
import type { useForm } from '../use-form.ts';
import { ActionDialog, type ActionDialogProps, type ActionResult } from './action-dialog.tsx';
import { formFailure } from './form-failure.ts';

type Form<Body> = Pick<
  ReturnType<typeof useForm<Record<string, string>, Body>>,
  'state' | 'failure' | 'submit'
>;

type FormDialogProps<Body> = Omit<
  ActionDialogProps,
  'action' | 'isBusy' | 'failure' | 'disabled' | 'result' | 'children'
> & {
  form: Form<Body>;
  /** The accessible name of the form, if not the title. */
  formLabel?: string;
  /** Sends the form and does what follows a success, such as closing the dialog. */
  send: (body: Body) => Promise<unknown>;
  /** Shown for an error without a sentence for people. */
  fallback: string;
  /** The name of the field that takes the focus after a failure without errors of fields. */
  focusAfterFailure?: string | undefined;
  /** Between the description and the form. */
  intro?: ReactNode;
  /** The fields. */
  children: ReactNode;
  /** Its `content` takes the place of the form. */
  result?: (ActionResult & { content: ReactNode }) | undefined;
};

/**
 * A dialog with a form: busy while it is sent, then closed by `send`, or open with the errors of its fields
 * and the focus on the first one, or with one sentence. Open it with `useDialogState`, whose key empties it.
 */
export function FormDialog<Body>(props: FormDialogProps<Body>) {
  const { form, formLabel, send, fallback, focusAfterFailure, intro, children, ...dialog } = props;
  const { result } = dialog;
  const formId = useId();
  const submit = form.submit(send, formFailure(fallback, focusAfterFailure));
  return (
    <ActionDialog {...dialog} action={formId} isBusy={form.state !== 'editing'}>
      {result === undefined ? (
        <>
          {intro}
          <form
            id={formId}
            noValidate
            aria-label={formLabel ?? dialog.title}
            className="mt-5 grid gap-[18px] text-ink"
            onSubmit={(event) => {
              if (dialog.open) submit(event);
              else event.preventDefault();
            }}
          >
            {form.failure === undefined ? null : (
              <Alert tone="bad" live>
                {form.failure}
              </Alert>
            )}
            {children}
          </form>
        </>
      ) : (
        <div className="mt-4 text-ink">{result.content}</div>
      )}
    </ActionDialog>
  );
}
