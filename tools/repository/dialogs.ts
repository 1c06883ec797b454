import { importsOf } from './arrows.ts';

/** Its button stops the upload, so the dialog has more ways out than `ActionDialog`. */
const STOPS_AN_UPLOAD = 'web/src/posts/change/change-post-dialog.tsx';
/** It starts open to resume a draft, and an open one is not replaced. */
const RESUMES_A_DRAFT = 'web/src/calendar/use-create-dialog.ts';

const IMPORTS_DIALOG = /from '[^']*\/ui\/dialog\.tsx'/;
const FORM = /<form\b|\buseForm[(<]|type="submit"/;
const WAITS_FOR_ACTION = /(?:disabled|onOpenChange)=\{[^}]*\b(?:isPending|isBusy|busy|isLeaving)\b/;
const OPEN_IN_SETTER = /\bset\w+\([^\n]*\bopen: (?:true|false)/;
const STATE = /const \[(\w+), set\w+\] = useState(?:\(false\)|<[^\n]*\| null>\(null\))/g;
const OWN_FAILURE = /\buseForm[(<][\s\S]*\bsetFailure\(|\bsetFailure\([\s\S]*\buseForm[(<]/;

/** Returns what a file of the web does in its own way instead of `FormDialog`, `ActionDialog`, `useDialogState` or `useForm`. */
export function findHandMadeDialogs(path: string, text: string): string[] {
  if (path.startsWith('web/src/ui/')) return [];
  const found: string[] = [];
  if (IMPORTS_DIALOG.test(text)) {
    if (FORM.test(text)) found.push('a form in a Dialog: use FormDialog');
    if (WAITS_FOR_ACTION.test(text) && path !== STOPS_AN_UPLOAD)
      found.push('a Dialog that waits for an action: use ActionDialog or ConfirmDialog');
  }
  if (keepsOpenState(text) && path !== RESUMES_A_DRAFT)
    found.push('the open state of a dialog: use useDialogState');
  if (OWN_FAILURE.test(text)) found.push('the failure of a form: useForm has it');
  return found.map((what) => `${path}: ${what}`);
}

/** Returns the forms in parts that a dialog of the files shows from files of their own. */
export function findFormsInDialogs(files: ReadonlyMap<string, string>): string[] {
  return [...files].flatMap(([path, text]) =>
    path.startsWith('web/src/ui/') || !IMPORTS_DIALOG.test(text)
      ? []
      : partsOf(path, files)
          .filter((part) => /<form\b/.test(files.get(part) ?? ''))
          .map((part) => `${part}: a form in the Dialog of ${path}: use FormDialog`),
  );
}

/** Returns the files that a file imports, directly or through others, outside `ui`. */
function partsOf(path: string, files: ReadonlyMap<string, string>): string[] {
  const found = new Set([path]);
  for (const file of found) {
    for (const imported of importsOf(file, files.get(file) ?? '')) {
      if (files.has(imported) && !imported.startsWith('web/src/ui/')) found.add(imported);
    }
  }
  found.delete(path);
  return [...found];
}

function keepsOpenState(text: string): boolean {
  if (OPEN_IN_SETTER.test(text)) return true;
  if (!/<\w*Dialog\b/.test(text)) return false;
  return [...text.matchAll(STATE)].some(
    ([, name = '']) => text.includes(`open={${name}}`) || text.includes(`open={${name} !== null}`),
  );
}
