import { html, type Html } from '../../platform/pages/html.ts';
import type { CardEntry } from '../billing/cards.ts';

export type FieldErrors = Record<string, string>;
export type Values = Record<string, string>;

export function readValues(body: unknown): Values {
  if (typeof body !== 'object' || body === null) return {};
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, String(value).trim()]),
  );
}

/** Returns the card of a submitted form of a customer, or the errors by field; `now` is in ms. */
export function readCard(
  values: Values,
  email: string | null,
  now: number,
): { card: CardEntry | undefined; errors: FieldErrors } {
  const errors: FieldErrors = {};
  const number = (values['number'] ?? '').replaceAll(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(number)) errors['number'] = 'Digite o número inteiro do cartão.';
  const [, month = '', year = ''] =
    /^(\d{1,2})\s*\/\s*(\d{2}|\d{4})$/.exec(values['expiry'] ?? '') ?? [];
  const fullYear = Number(year) + (year.length === 2 ? 2000 : 0);
  if (Number(month) < 1 || Number(month) > 12) {
    errors['expiry'] = 'Digite a validade como MM/AA.';
  } else if (Date.UTC(fullYear, Number(month)) <= now) {
    errors['expiry'] = 'A validade do cartão já passou.';
  }
  if (!/^\d{3,4}$/.test(values['cvc'] ?? '')) {
    errors['cvc'] = 'Digite os 3 ou 4 números do código de segurança.';
  }
  const name = values['name'] ?? '';
  if (name === '') errors['name'] = 'Digite o nome como está no cartão.';
  if (Object.keys(errors).length > 0) return { card: undefined, errors };
  return { card: { number, month: Number(month), year: fullYear, name, email }, errors };
}

type Field = {
  name: string;
  label: string;
  autocomplete: string;
  inputmode?: string;
  placeholder?: string;
};

function renderField(
  { name, label, autocomplete, inputmode = 'text', placeholder = '' }: Field,
  values: Values,
  errors: FieldErrors,
): Html {
  const error = errors[name];
  const ariaAttributes =
    error === undefined ? '' : ` aria-invalid="true" aria-describedby="${name}-problem"`;
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="text"
      value="${values[name]}"
      autocomplete="${autocomplete}"
      inputmode="${inputmode}"
      placeholder="${placeholder}"
      ${{ html: ariaAttributes }}
    />
    ${error === undefined ? '' : html`<p class="bad" id="${name}-problem">${error}</p>`}
  </div>`;
}

/** Renders the card fields; never repeats a security code. */
export function renderCardFields(values: Values, errors: FieldErrors): Html {
  const shownValues = { ...values, cvc: '' };
  return html`${renderField(
      {
        name: 'number',
        label: 'Número do cartão',
        autocomplete: 'cc-number',
        inputmode: 'numeric',
        placeholder: '4242 4242 4242 4242',
      },
      shownValues,
      errors,
    )}
    <div class="pair">
      ${renderField(
        {
          name: 'expiry',
          label: 'Validade',
          autocomplete: 'cc-exp',
          inputmode: 'numeric',
          placeholder: 'MM/AA',
        },
        shownValues,
        errors,
      )}
      ${renderField(
        {
          name: 'cvc',
          label: 'CVC',
          autocomplete: 'cc-csc',
          inputmode: 'numeric',
          placeholder: '123',
        },
        shownValues,
        errors,
      )}
    </div>
    ${renderField({ name: 'name', label: 'Nome no cartão', autocomplete: 'cc-name' }, shownValues, errors)}`;
}

/** Renders the error of the whole form, which screen readers announce when the page loads. */
export const renderAlert = (text: string | undefined): Html =>
  text === undefined ? html`` : html`<p class="alert" role="alert">${text}</p>`;
