import {
  supportCategories,
  supportCategoryNames,
} from '@pontual/contract/operations/support-categories.ts';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClass } from '../../ui/button.tsx';
import { controlClass, FieldErrorText, fieldClass, FieldLabel } from '../../ui/field.tsx';
import { cx } from '../../ui/cx.ts';
import { Spinner } from '../../ui/spinner.tsx';

/** Specification, section 2: five fields, all required. */
export function ContactForm({ email }: { email: string | undefined }) {
  return (
    <form noValidate aria-label="Falar com o suporte" className="mt-5 grid gap-3.5">
      <fieldset className="grid gap-3.5">
        <Field label="Nome" name="name">
          <input {...control('name')} type="text" autoComplete="name" />
        </Field>
        <Field label="Email" name="email">
          <input {...control('email')} type="email" autoComplete="email" defaultValue={email} />
        </Field>
        <Field label="Categoria" name="category">
          <span className="relative block">
            <select
              {...control(
                'category',
                'appearance-none pr-11 has-[option[value=""]:checked]:text-ink-3',
              )}
              defaultValue=""
            >
              <option value="" disabled hidden>
                Escolha uma categoria
              </option>
              {supportCategories.map((each) => (
                <option key={each} value={each}>
                  {supportCategoryNames[each]}
                </option>
              ))}
            </select>
            <ChevronDown
              size={18}
              className="pointer-events-none absolute top-1/2 right-3.5 -translate-y-1/2"
            />
          </span>
        </Field>
        <Field label="Assunto" name="subject">
          <input {...control('subject')} type="text" autoComplete="off" />
        </Field>
        <Field label="Mensagem" name="message">
          <textarea {...control('message', 'block resize-y')} rows={4} />
        </Field>
        {/* A honeypot, hidden from everyone: only bots fill it in. */}
        <div aria-hidden="true" className="absolute top-0 -left-[9999px]">
          <label>
            Deixe em branco
            <input type="text" name="extra" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
      </fieldset>
      <SubmitButton />
    </form>
  );
}

const idOf = (name: string) => `contato-${name}`;

const control = (name: string, className?: string) => ({
  id: idOf(name),
  name,
  required: true,
  className: cx(controlClass, className),
});

function Field({ label, name, children }: { label: string; name: string; children: ReactNode }) {
  return (
    <div className={fieldClass}>
      <FieldLabel htmlFor={idOf(name)} label={label} />
      {children}
      <FieldErrorText id={`${idOf(name)}-error`} hidden>
        <span />
      </FieldErrorText>
    </div>
  );
}

/**
 * `aria-busy` gives it the look of a busy button (ui/button.tsx). Until contact-controls.ts makes it submit, the
 * browser would put the message into the URL.
 */
const SubmitButton = () => (
  <button
    type="button"
    className={cx(
      buttonClass({ variant: 'ipe', size: 'lg', block: true }),
      'group/submit aria-busy:cursor-progress aria-busy:bg-hover aria-busy:text-ink-3 aria-busy:hover:bg-hover aria-busy:active:scale-100',
    )}
  >
    <span className="group-aria-busy/submit:hidden">Enviar mensagem</span>
    <span className="hidden items-center gap-2 group-aria-busy/submit:inline-flex">
      <Spinner />
      Enviando...
    </span>
  </button>
);
