// The only script of a prerendered page: it loads the application at the first sign of user input. Reading
// and scrolling do not need it, and links work without it.

const CONTROLS = 'a, button, input, select, textarea, summary';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** A document that contains this URL belongs to this release. */
const RELEASE_FILE = new URL(import.meta.url).pathname;

let isFetching = false;
let pressedControl: HTMLElement | undefined;
const typedValues = new Map<HTMLElement, string>();
const listeners = new AbortController();

const findControl = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLElement>(CONTROLS) : null;

function fetchApplication(): void {
  if (isFetching) return;
  isFetching = true;
  import('../main.tsx')
    .then(({ start }) => {
      readFields();
      return start();
    })
    .then(replayInput, async () => {
      isFetching = false;
      // The visitor page is hidden for a user, but it is better than an empty page.
      delete document.documentElement.dataset['session'];
      if (releasePressed() !== undefined) await showFailure();
    });
}

async function showFailure(): Promise<void> {
  if (!(await isReplaced())) {
    showAlert('Sem conexão com a Pontual. Verifique a sua internet e tente de novo.');
    return;
  }
  readFields();
  if (typedValues.size === 0) {
    location.reload();
    return;
  }
  const reloadButton = document.createElement('button');
  reloadButton.textContent = 'Recarregar a página';
  reloadButton.addEventListener('click', () => location.reload());
  showAlert(
    'A Pontual acabou de ser atualizada. Copie o que você escreveu e recarregue. ',
    reloadButton,
  );
}

/** Resolves with whether the server runs a newer release, which has none of the files of this one. */
const isReplaced = () =>
  fetch(location.href, { cache: 'no-store' })
    .then(async (answer) => answer.ok && !(await answer.text()).includes(RELEASE_FILE))
    .catch(() => false);

function showAlert(...content: (string | HTMLElement)[]): void {
  const alertElement = document.createElement('p');
  alertElement.role = 'alert';
  alertElement.className = 'unreached';
  alertElement.append(...content);
  document.querySelector('.unreached')?.remove();
  document.body.append(alertElement);
}

/** Values that the browser restored, or that were typed before this script ran, fired no event here. */
function readFields(): void {
  for (const field of document.querySelectorAll<Field>('input, textarea, select')) {
    const isUnchanged =
      'options' in field
        ? [...field.options].every((option) => option.selected === option.defaultSelected)
        : field.value === field.defaultValue;
    if (!isUnchanged) typedValues.set(field, field.value);
  }
}

function releasePressed(): HTMLElement | undefined {
  const control = pressedControl;
  pressedControl = undefined;
  control?.removeAttribute('aria-busy');
  return control;
}

function replayInput(): void {
  listeners.abort();
  document.querySelector('.unreached')?.remove();
  for (const [field, value] of typedValues) fillField(field, value);
  releasePressed()?.click();
}

/** Simulates typing: React took the existing value for one that it had rendered. */
function fillField(field: HTMLElement, value: string): void {
  if (field instanceof HTMLSelectElement) {
    field.value = value;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  } else if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
    field.value = '';
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
    set?.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

function onPress(event: Event): void {
  const control = findControl(event);
  if (control === null || control.closest('.unreached') !== null) return;
  if (control instanceof HTMLAnchorElement) {
    control.closest<HTMLElement>(':popover-open')?.hidePopover();
  } else if (control instanceof HTMLButtonElement && control.popoverTargetElement === null) {
    // Stores the click until the application can handle it; the browser handles popovers itself.
    event.stopImmediatePropagation();
    event.preventDefault();
    releasePressed();
    pressedControl = control;
    control.setAttribute('aria-busy', 'true');
  }
  fetchApplication();
}

function onIntent(event: Event): void {
  if (findControl(event) !== null) fetchApplication();
}

function onType({ target }: Event): void {
  if (!(target instanceof HTMLElement) || !('value' in target)) return;
  typedValues.set(target, String(target.value));
}

function needsApplication(): boolean {
  const { session, consent } = document.documentElement.dataset;
  if (session !== undefined || consent === 'accepted') return true;
  if (consent !== undefined && document.querySelector('[data-live]') !== null) return true;
  const { hash, search } = location;
  if (search !== '' || hash === '#_=_') return true;
  return document.getElementById(hash.slice(1))?.closest('details') != null;
}

const { signal } = listeners;
for (const type of ['pointerover', 'focusin']) {
  document.addEventListener(type, onIntent, { signal, passive: true });
}
document.addEventListener('click', onPress, { signal, capture: true });
// Capture runs before React: input makes React hydrate at once, which resets the fields.
document.addEventListener('input', onType, { signal, capture: true });
// A user who was faster than this script has the focus on a control.
const hasFocusedControl = document.activeElement?.closest(CONTROLS) != null;
if (hasFocusedControl || needsApplication()) fetchApplication();
