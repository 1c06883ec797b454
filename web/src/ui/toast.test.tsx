import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Dialog } from './dialog.tsx';
import { showToast, Toaster } from './toast.tsx';

let root: Root;

// Before the setup empties the document, in which the dialog has a portal.
afterEach(() => root.unmount());

test('a toast is announced while a dialog is open', async () => {
  const element = document.createElement('div');
  document.body.append(element);
  root = createRoot(element);
  root.render(
    <>
      <main>
        <h1>Modelos</h1>
      </main>
      <Dialog open onOpenChange={() => undefined} title="Post" />
      <Toaster />
    </>,
  );
  await expect.element(page.getByRole('dialog', { name: 'Post' })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Modelos' })).not.toBeInTheDocument();
  showToast({ text: 'Modelo salvo' });
  await expect.element(page.getByRole('status')).toHaveTextContent('Modelo salvo');
  showToast({ text: 'O modelo não foi salvo.', error: true });
  await expect.element(page.getByRole('alert')).toHaveTextContent('O modelo não foi salvo.');
});
