// All that runs on a page which the server has sent whole: it fetches the application at the first sign
// of a hand. Reading and scrolling need none of it, and links are links.

/** What a hand presses, types into or chooses from. */
const CONTROLS = 'a, button, input, select, textarea, summary';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** By it a document of this release is known. */
const RELEASE_FILE = new URL(import.meta.url).pathname;

let isFetching = false;
/** Pressed before there was anybody to answer. */
let pressedControl: HTMLElement | undefined;
/** Typed before there was anybody to read it, by field. */
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
      // The line is cut: links still lead on, and the next sign tries again.
      isFetching = false;
      // Better a visitor's page than none.
      delete document.documentElement.dataset['session'];
      if (releasePressed() !== undefined) await showFailure();
    });
}

/** To whoever has pressed and waits. */
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

/** Whether there is a newer release, whose server has none of this one's files. */
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

/** What the browser has put back, or what was typed before this ran: nobody told of it. */
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

/** The application answers from now on, first to what was done before. */
function replayInput(): void {
  listeners.abort();
  document.querySelector('.unreached')?.remove();
  for (const [field, value] of typedValues) fillField(field, value);
  releasePressed()?.click();
}

/** As if it were typed now. React has taken what it found for what it had written itself. */
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
  // What stands there instead of the application answers by itself.
  if (control === null || control.closest('.unreached') !== null) return;
  if (control instanceof HTMLAnchorElement) {
    // The phone's menu lies over the part of the page that one of its links leads to.
    control.closest<HTMLElement>(':popover-open')?.hidePopover();
  } else if (control instanceof HTMLButtonElement && control.popoverTargetElement === null) {
    // Kept, and done as soon as somebody can do it; what a popover needs the browser does by itself.
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

/** Whether there is something that the page as it was sent cannot show. */
function needsApplication(): boolean {
  const { session, consent } = document.documentElement.dataset;
  if (session !== undefined || consent === 'accepted') return true;
  if (consent !== undefined && document.querySelector('[data-live]') !== null) return true;
  const { hash, search } = location;
  if (search !== '' || hash === '#_=_') return true;
  return document.getElementById(hash.slice(1))?.closest('details') != null;
}

const { signal } = listeners;
// A pointer that comes to a control, which a touch does before it presses; and the focus.
for (const type of ['pointerover', 'focusin']) {
  document.addEventListener(type, onIntent, { signal, passive: true });
}
document.addEventListener('click', onPress, { signal, capture: true });
// Before React hears of it, which takes the page up at once then, and shows its fields as they were sent.
document.addEventListener('input', onType, { signal, capture: true });
// Who was faster than this script has the focus on what they pressed, or in what it opened.
const hasFocusedControl = document.activeElement?.closest(CONTROLS) != null;
if (hasFocusedControl || needsApplication()) fetchApplication();
