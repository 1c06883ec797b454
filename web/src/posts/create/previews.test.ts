import { beforeEach, expect, test } from 'vitest';
import { createInspector } from './inspect-files.ts';
import { createIntake, type Intake } from './intake.ts';
import { createPreviews, type Previews } from './previews.ts';
import type { Wizard, WizardAction } from './wizard-state.ts';
import { heldFiles, reduce, startWizard } from './wizard.ts';

const accepts = 'image/jpeg,video/mp4';
const LIMIT_BYTES = 8 * 1024 * 1024;

/** By name, those that a browser would still hold in its memory, once for each url. */
let alive: Map<string, string>;
let made: number;
let previews: Previews;
let intake: Intake;
let wizard: Wizard;

/** What the composer does: it shows what the wizard keeps. */
function dispatch(action: WizardAction): void {
  wizard = reduce(wizard, action);
  previews.show(heldFiles(wizard));
}

beforeEach(() => {
  alive = new Map();
  made = 0;
  wizard = startWizard({ frame: 'page' });
  previews = createPreviews({
    make: ({ name }) => {
      made += 1;
      alive.set(`blob:${made}`, name);
      return `blob:${made}`;
    },
    revoke: (url) => {
      if (!alive.delete(url)) throw new Error(`${url} was given back before`);
    },
  });
  const see = (_: string, url: string) =>
    Promise.resolve(
      alive.get(url)?.startsWith('rasgada') === true
        ? null
        : { width: 1080, height: 1080, durationMs: null },
    );
  intake = createIntake({
    inspect: createInspector({ previews, see }),
    onSelection: (selection) => dispatch({ type: 'filesChosen', ...selection }),
    onOpening: () => undefined,
    onSettled: previews.settle,
  });
});

const aFile = (name: string, bytes = 3) =>
  new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' });
const choose = (files: File[], replace = false) => intake.take(files, { replace, accepts });
const held = () => [...alive.values()].sort();
const urlOf = (name: string) => {
  const file = wizard.form.files.find(({ file }) => file.name === name);
  if (file === undefined) throw new Error(`${name} is not among the files`);
  return file.url;
};
function close(): void {
  intake.close();
  previews.close();
}

test('a file that is chosen again, and skipped, is held once', async () => {
  await choose([aFile('caneca.jpg')]);
  await choose([aFile('caneca.jpg'), aFile('prato.jpg')]);
  expect(made).toBe(3);
  expect(held()).toEqual(['caneca.jpg', 'prato.jpg']);
  await choose([aFile('caneca.jpg')]);
  expect(held()).toEqual(['caneca.jpg', 'prato.jpg']);
});

test('a file that is taken out is held no longer, nor is what another selection replaces', async () => {
  await choose([aFile('a.jpg'), aFile('b.jpg'), aFile('c.jpg')]);
  dispatch({ type: 'fileRemoved', url: urlOf('b.jpg') });
  expect(held()).toEqual(['a.jpg', 'c.jpg']);
  await choose([aFile('d.jpg')], true);
  expect(held()).toEqual(['d.jpg']);
  dispatch({ type: 'filesCleared' });
  expect(held()).toEqual([]);
});

test('what waits for its owner beside a refused file is held until that is dismissed', async () => {
  await choose([aFile('boa.jpg'), aFile('enorme.jpg', LIMIT_BYTES + 1), aFile('rasgada.jpg')]);
  expect(held()).toEqual(['boa.jpg']);
  dispatch({ type: 'leftOutDismissed' });
  expect(held()).toEqual([]);
  await choose([aFile('boa.jpg'), aFile('enorme.jpg', LIMIT_BYTES + 1)]);
  dispatch({ type: 'restTaken' });
  expect(held()).toEqual(['boa.jpg']);
});

test('another type, another order and another step show the same files', async () => {
  await choose([aFile('a.jpg')]);
  dispatch({ type: 'continued' });
  dispatch({ type: 'typeChosen', mediaType: 'STORIES' });
  expect(held()).toEqual(['a.jpg']);
  await choose([aFile('b.jpg')], true);
  expect(held()).toEqual(['b.jpg']);
  dispatch({ type: 'wentBack' });
  expect(held()).toEqual(['b.jpg']);
});

test('what is chosen while the post goes out is not taken, and not held', async () => {
  await choose([aFile('a.jpg')]);
  dispatch({ type: 'continued' });
  dispatch({ type: 'sendStarted', attempt: { content: '', key: '', at: 0 }, aim: 'schedule' });
  await choose([aFile('b.jpg')]);
  expect(held()).toEqual(['a.jpg']);
});

test('a composer that is taken away and back at once still holds what it shows', async () => {
  await choose([aFile('a.jpg')]);
  close();
  previews.show(heldFiles(wizard));
  await Promise.resolve();
  expect(held()).toEqual(['a.jpg']);
  close();
  await Promise.resolve();
  expect(held()).toEqual([]);
});

test('once the composer is closed nothing is held, not even what is still being opened', async () => {
  await choose([aFile('a.jpg'), aFile('enorme.jpg', LIMIT_BYTES + 1), aFile('b.jpg')]);
  dispatch({ type: 'restTaken' });
  const late = choose([aFile('c.jpg')]);
  expect(held()).toEqual(['a.jpg', 'b.jpg', 'c.jpg']);
  close();
  await late;
  expect(made).toBe(3);
  expect(held()).toEqual([]);
});
