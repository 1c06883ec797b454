import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { useDialogState } from './use-dialog-state.ts';

let root: Root;

// Before the setup empties the document, in which the dialogs have portals.
afterEach(() => root.unmount());

function Post({ bare }: { bare: boolean }) {
  const question = useDialogState();
  return (
    <Dialog open onOpenChange={() => undefined} title="Post" bare={bare}>
      <Button variant="ink" onClick={() => question.show(true)}>
        Excluir
      </Button>
      <Dialog
        open={question.open}
        onOpenChange={question.close}
        title="Excluir o post?"
        actions={
          <Button variant="ghost" onClick={question.close}>
            Cancelar
          </Button>
        }
      />
    </Dialog>
  );
}

test.each([false, true])('a dialog below another is dimmed (bare: %s)', async (bare) => {
  const element = document.createElement('div');
  document.body.append(element);
  root = createRoot(element);
  root.render(<Post bare={bare} />);
  const dialog = page.getByRole('dialog', { name: 'Post', exact: true, includeHidden: true });
  const question = page.getByRole('dialog', { name: 'Excluir o post?' });
  await expect.element(dialog).toHaveStyle({ filter: 'none' });
  await page.getByRole('button', { name: 'Excluir' }).click();
  await expect.element(question).toBeVisible();
  await expect.element(dialog).toHaveStyle({ filter: 'brightness(0.5)' });
  await expect.element(question).toHaveStyle({ filter: 'none' });
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expect.element(dialog).toHaveStyle({ filter: 'none' });
});
