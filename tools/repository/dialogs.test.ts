// One way to build a dialog: `web/src/ui/page/form-dialog.tsx` and its neighbours, `web/src/ui/use-dialog-state.ts`.
import { describe, expect, test } from 'vitest';
import { findFormsInDialogs, findHandMadeDialogs } from './dialogs.ts';
import { listFiles, readText } from './files.ts';

test('a dialog has its form, its action and its open state from the shared parts', () => {
  const files = listFiles('web/src').filter(
    (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path),
  );
  expect(files.length).toBeGreaterThan(0);
  const texts = new Map(files.map((path) => [path, readText(path)]));
  const found = [...texts].flatMap(([path, text]) => findHandMadeDialogs(path, text));
  expect([...found, ...findFormsInDialogs(texts)]).toEqual([]);
});

describe('the check', () => {
  const path = 'web/src/account/card.tsx';
  const dialog = "import { Dialog } from '../ui/dialog.tsx';\n";
  const isOpen = 'const [isOpen, setIsOpen] = useState(false);\n';

  test.each([
    ['a form', `${dialog}<form onSubmit={save}>`],
    ['a cancel button that waits', `${dialog}<Button disabled={save.isPending}>`],
    ['a close that waits', `${dialog}onOpenChange={() => (isBusy ? undefined : onClose())}`],
    ['an own boolean', `${isOpen}<InviteDialog open={isOpen} />`],
    [
      'an own value',
      'const [file, setFile] = useState<File | null>(null);\n<FileDialog open={file !== null} />',
    ],
    ['an own opening', 'setDialog((last) => ({ ...last, open: false }))'],
    ['an own failure', "setFailure(text);\nuseForm({ email: '' }, validate)"],
  ])('finds %s', (_what, text) => {
    expect(findHandMadeDialogs(path, text)).toHaveLength(1);
  });

  test('finds a form that stands in another file than its dialog', () => {
    const editor = 'web/src/account/editor.tsx';
    const shown = `${dialog}import { Editor } from './editor.tsx';\n`;
    const find = (form: string) =>
      findFormsInDialogs(
        new Map([
          [path, shown],
          [editor, form],
        ]),
      );
    expect(find('<form onSubmit={save}>')).toHaveLength(1);
    expect(find('<FormDialog form={form}>')).toEqual([]);
    const parts = new Map([
      [path, shown],
      [editor, "import { Fields } from './fields.tsx';\n"],
      ['web/src/account/fields.tsx', `import './editor.tsx';\n<form onSubmit={save}>`],
    ]);
    expect(findFormsInDialogs(parts)).toEqual([
      `web/src/account/fields.tsx: a form in the Dialog of ${path}: use FormDialog`,
    ]);
  });

  test('allows the shared parts, and a state that opens no dialog', () => {
    const part = `${dialog}<form><Button disabled={isBusy}>`;
    expect(findHandMadeDialogs('web/src/ui/page/form-dialog.tsx', part)).toEqual([]);
    expect(findHandMadeDialogs(path, `${isOpen}<Popover open={isOpen} />`)).toEqual([]);
    expect(findHandMadeDialogs(path, `${dialog}<Dialog open={dialog.open} />`)).toEqual([]);
  });
});
