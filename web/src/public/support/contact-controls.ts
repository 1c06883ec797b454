import { findPart } from '../../ui/page/find-part.ts';
import { unreachableMessage } from '../../api/unreachable-message.ts';
import type { FieldError } from '../../ui/use-form.ts';

/** In ms (specification, section 9). */
const SHOWN_MS = { sent: 5000, failed: 10_000 };

type Outcome = keyof typeof SHOWN_MS;

const LOAD_FAILED = `${unreachableMessage} Se continuar assim, copie o que você escreveu e recarregue a página.`;

/** A separate chunk: needed at the first submit, not for the first paint. */
const loadAttempt = () => import('./contact-attempt.ts');

/** Makes the markup of contact-card.tsx interactive. Returns the function that detaches it. */
export function attachContactControls(card: HTMLElement, onSent: () => void): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const form = findElement(card, 'form');
  const fieldset = findElement(card, 'fieldset');
  const button = findElement(form, 'button');
  const fields = [...fieldset.querySelectorAll<Field>('[required]')];
  button.type = 'submit';
  let openedAt = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const valueOf = (name: string) => fields.find((field) => field.name === name)?.value ?? '';

  function setBusy(isBusy: boolean): void {
    for (const name of ['aria-busy', 'aria-disabled']) {
      if (isBusy) button.setAttribute(name, 'true');
      else button.removeAttribute(name);
    }
    if (!isBusy) fieldset.disabled = false;
  }

  /** Returns the first field with an error. */
  function showErrors(errors: readonly FieldError[]): Field | undefined {
    for (const field of fields) {
      showError(field, errors.find(({ name }) => name === field.name)?.message);
    }
    return fields.find(({ ariaInvalid }) => ariaInvalid === 'true');
  }

  function showOutcome(outcome: Outcome, text?: string): void {
    const panel = findPart(card, outcome);
    if (text !== undefined) findPart(panel, 'text').textContent = text;
    form.hidden = true;
    panel.hidden = false;
    panel.querySelector('h3')?.focus();
    timer = setTimeout(() => showForm(outcome), SHOWN_MS[outcome]);
  }

  function showForm(outcome: Outcome): void {
    clearTimeout(timer);
    if (outcome === 'sent') {
      form.reset();
      showErrors([]);
      openedAt = performance.now();
    }
    const panel = findPart(card, outcome);
    const { activeElement } = document;
    form.hidden = false;
    if (activeElement === document.body || panel.contains(activeElement)) {
      card.querySelector('h2')?.focus({ preventScroll: true });
    }
    panel.hidden = true;
  }

  async function send(): Promise<void> {
    const { validateSupportMessage, submitMessage } = await loadAttempt();
    const result = validateSupportMessage({
      name: valueOf('name'),
      email: valueOf('email'),
      category: valueOf('category'),
      subject: valueOf('subject'),
      message: valueOf('message'),
    });
    if ('fieldErrors' in result) return showErrors(result.fieldErrors)?.focus();
    showErrors([]);
    fieldset.disabled = true;
    const failure = await submitMessage(result.body, {
      extra: fieldset.querySelector<HTMLInputElement>('[name=extra]')?.value ?? '',
      openFor: Math.max(0, Math.round(performance.now() - openedAt)),
    });
    fieldset.disabled = false;
    if (failure === undefined) {
      showOutcome('sent');
      onSent();
    } else if (failure.text === undefined) {
      focusInvalid(showErrors(failure.fieldErrors ?? []));
    } else {
      showOutcome('failed', failure.text);
    }
    return undefined;
  }

  form.addEventListener(
    'submit',
    (event) => {
      event.preventDefault();
      if (button.ariaBusy === 'true') return;
      setBusy(true);
      void send()
        .catch(() => showOutcome('failed', LOAD_FAILED))
        .finally(() => setBusy(false));
    },
    { signal },
  );
  form.addEventListener(
    'input',
    ({ target }) => {
      const field = fields.find((each) => each === target);
      if (field !== undefined) showError(field, undefined);
    },
    { signal },
  );
  form.addEventListener('focusin', () => void loadAttempt().catch(() => undefined), {
    signal,
    once: true,
  });
  findPart(card, 'retry').addEventListener('click', () => showForm('failed'), { signal });
  return () => {
    clearTimeout(timer);
    controller.abort();
  };
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function findElement<K extends keyof HTMLElementTagNameMap>(root: ParentNode, tag: K) {
  const element = root.querySelector(tag);
  if (element === null) throw new Error(`there is no ${tag}`);
  return element;
}

function showError(field: Field, message: string | undefined): void {
  const line = document.getElementById(`${field.id}-error`);
  if (line === null) return;
  line.hidden = message === undefined;
  if (line.lastElementChild !== null) line.lastElementChild.textContent = message ?? '';
  if (message === undefined) {
    field.removeAttribute('aria-invalid');
    field.removeAttribute('aria-describedby');
  } else {
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', line.id);
  }
}

function focusInvalid(field: Field | undefined): void {
  field?.focus();
  // Not in a textarea, whose text may be long.
  if (field instanceof HTMLInputElement) field.select();
}
