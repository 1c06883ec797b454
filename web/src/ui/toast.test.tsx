import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Dialog } from './dialog.tsx';
import { showToast, Toaster } from './toast.tsx';

let root: Root;

// Before the setup empties the document, in which the dialog has a portal.
afterEach(() => root.unmount());

async function openDialog(onOpenChange: (open: boolean) => void): Promise<void> {
  const element = document.createElement('div');
  document.body.append(element);
  root = createRoot(element);
  root.render(
    <>
      <main>
        <h1>Modelos</h1>
      </main>
      <Dialog open onOpenChange={onOpenChange} title="Post" />
      <Toaster />
    </>,
  );
  await expect.element(page.getByRole('dialog', { name: 'Post' })).toBeVisible();
}

test('a toast is announced while a dialog is open', async () => {
  await openDialog(() => undefined);
  await expect.element(page.getByRole('heading', { name: 'Modelos' })).not.toBeInTheDocument();
  showToast({ text: 'Modelo salvo' });
  await expect.element(page.getByRole('status')).toHaveTextContent('Modelo salvo');
  showToast({ text: 'O modelo não foi salvo.', error: true });
  await expect.element(page.getByRole('alert')).toHaveTextContent('O modelo não foi salvo.');
});

test('a toast over a dialog is closed without the dialog', async () => {
  const changes: boolean[] = [];
  await openDialog((open) => void changes.push(open));
  showToast({ text: 'Modelo salvo' });
  await page.getByRole('button', { name: 'Fechar aviso' }).click();
  await expect.element(page.getByRole('status')).toHaveTextContent('');
  expect(changes).toEqual([]);
});
