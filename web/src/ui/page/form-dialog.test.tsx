import { useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { ApiError } from '../../api/api-error.ts';
import { Button } from '../button.tsx';
import { TextField } from '../field.tsx';
import { useDialogState } from '../use-dialog-state.ts';
import { useForm } from '../use-form.ts';
import { FormDialog } from './form-dialog.tsx';

const opener = page.getByRole('button', { name: 'Convidar' });
const dialog = page.getByRole('dialog', { name: 'Convidar' });
const name = dialog.getByLabelText('Nome');
const email = dialog.getByLabelText('E-mail');
const cancel = dialog.getByRole('button', { name: 'Cancelar' });
const submit = dialog.getByRole('button', { name: 'Enviar convite' });
const busy = dialog.getByRole('button', { name: 'Enviando...' });
const alert = dialog.getByRole('alert');

/** The requests that wait for an answer. */
let requests: PromiseWithResolvers<void>[];
let root: Root;

beforeEach(() => {
  requests = [];
});

// Before the setup empties the document, in which the dialog has a portal.
afterEach(() => root.unmount());

const FALLBACK = 'Não foi possível enviar o convite.';
const refusal = (code: string, message: string, errors?: Record<string, string>) =>
  new ApiError({ status: 400, code, message, errors });

async function answer(error?: Error): Promise<void> {
  await expect.poll(() => requests).toHaveLength(1);
  const request = requests.pop();
  if (error === undefined) request?.resolve();
  else request?.reject(error);
}

function Invite(props: {
  open: boolean;
  onClose: () => void;
  focusAfterFailure: string | undefined;
  hasResult: boolean;
}) {
  const [isSent, setSent] = useState(false);
  const form = useForm({ name: '', email: '' }, (values) =>
    values.name === ''
      ? { fieldErrors: [{ name: 'name', message: 'Diga o nome' }] }
      : { body: values },
  );
  return (
    <FormDialog
      {...props}
      title="Convidar"
      form={form}
      send={async () => {
        const request = Promise.withResolvers<void>();
        requests.push(request);
        await request.promise;
        if (props.hasResult) setSent(true);
        else props.onClose();
      }}
      fallback={FALLBACK}
      actionLabel="Enviar convite"
      result={
        props.hasResult && isSent
          ? {
              title: 'Convite enviado',
              description: 'Mande também o link.',
              content: <TextField label="Link" value="/invite" readOnly />,
              closeButton: { label: 'Pronto', variant: 'ink' },
            }
          : undefined
      }
    >
      <TextField label="Nome" {...form.field('name')} />
      <TextField label="E-mail" {...form.field('email')} />
    </FormDialog>
  );
}

type PageProps = { focusAfterFailure?: string; hasResult?: boolean };

function Page({ focusAfterFailure, hasResult = false }: PageProps) {
  const state = useDialogState();
  return (
    <main>
      <h1>Equipe</h1>
      <Button variant="ink" onClick={() => state.show(true)}>
        Convidar
      </Button>
      {state.key === null ? null : (
        <Invite
          key={state.key}
          open={state.open}
          onClose={state.close}
          focusAfterFailure={focusAfterFailure}
          hasResult={hasResult}
        />
      )}
    </main>
  );
}

async function openDialog(props: PageProps = {}): Promise<void> {
  const element = document.createElement('div');
  document.body.append(element);
  root = createRoot(element);
  root.render(<Page {...props} />);
  await opener.click();
  await expect.element(dialog).toBeVisible();
}

async function sendName(): Promise<void> {
  await name.fill('Ana');
  await userEvent.keyboard('{Enter}');
}

test('an invalid field has its error and the focus, and nothing is sent', async () => {
  await openDialog();
  await submit.click();
  await expect.element(name).toHaveFocus();
  await expect.element(name).toHaveAccessibleDescription('Diga o nome');
  await expectAccessible();
  expect(requests).toEqual([]);
});

test('the dialog stays open while it is sent, then closes and gives the focus back', async () => {
  await openDialog();
  await sendName();
  await expect.element(busy).toHaveAttribute('aria-disabled', 'true');
  await expect.element(cancel).toBeDisabled();
  await userEvent.keyboard('{Escape}{Enter}');
  await expect.element(dialog).toBeVisible();
  await answer();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test('a refused field has the error of the server, and its text is selected', async () => {
  await openDialog();
  await email.fill('ana@');
  await sendName();
  await answer(refusal('VALIDATION', 'Dados inválidos', { email: 'E-mail inválido' }));
  await expect.element(email).toHaveFocus();
  await expect.element(email).toHaveAccessibleDescription('E-mail inválido');
  await expect.element(alert).not.toBeInTheDocument();
  await userEvent.keyboard('b');
  await expect.element(email).toHaveValue('b');
});

test('a refusal without a field is one sentence, until the form is sent again', async () => {
  await openDialog();
  await sendName();
  await answer(refusal('SEATS_FULL', 'A equipe está completa.'));
  await expect.element(alert).toHaveTextContent('A equipe está completa.');
  await submit.click();
  await expect.element(alert).not.toBeInTheDocument();
  await answer(new Error('a bug'));
  await expect.element(alert).toHaveTextContent(FALLBACK);
});

test('a failure without a field moves the focus where the dialog asks for it', async () => {
  await openDialog({ focusAfterFailure: 'email' });
  await sendName();
  await answer(refusal('SEATS_FULL', 'A equipe está completa.'));
  await expect.element(email).toHaveFocus();
});

test('a result takes the focus, and only its button closes the dialog', async () => {
  await openDialog({ hasResult: true });
  await sendName();
  await answer();
  const result = page.getByRole('dialog', { name: 'Convite enviado' });
  await expect.element(result).toHaveFocus();
  await expect.element(result).toHaveAccessibleDescription('Mande também o link.');
  await expectAccessible();
  await userEvent.keyboard('{Enter}{Tab}');
  await expect.element(result.getByLabelText('Link')).toHaveFocus();
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(result).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test('an opening after a failure begins anew', async () => {
  await openDialog();
  await sendName();
  await answer(refusal('SEATS_FULL', 'A equipe está completa.'));
  await cancel.click();
  await expect.element(dialog).not.toBeInTheDocument();
  await opener.click();
  await expect.element(name).toHaveValue('');
  await expect.element(alert).not.toBeInTheDocument();
});
