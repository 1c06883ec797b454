import {
  supportCategories,
  supportCategoryNames,
} from '@pontual/contract/operations/support-categories.ts';
import type { SupportMessage } from '@pontual/contract/operations/support.ts';
import { ChevronDown } from 'lucide-react';
import { useHydrated } from '../../ui/page/use-hydrated.ts';
import { Button } from '../../ui/button.tsx';
import { controlClass, Field, TextField } from '../../ui/field.tsx';
import { cx } from '../../ui/cx.ts';
import type { ContactFormState } from './use-contact-form.ts';

/** Specification, section 2: five fields, all required. */
export function ContactForm({ contact }: { contact: ContactFormState }) {
  const { honeypot, state, preload, onSubmit } = contact;
  const isHydrated = useHydrated();
  const field = (name: keyof SupportMessage) => ({ onFocus: preload, ...contact.field(name) });
  const { error: categoryError, ...category } = field('category');
  const { error: messageError, ...message } = field('message');

  return (
    <form
      noValidate
      aria-label="Falar com o suporte"
      className="mt-5 grid gap-3.5"
      onSubmit={onSubmit}
    >
      <fieldset disabled={state === 'sending'} className="grid gap-3.5">
        <TextField label="Nome" autoComplete="name" {...field('name')} />
        <TextField label="Email" type="email" autoComplete="email" {...field('email')} />
        <Field label="Categoria" error={categoryError}>
          {(control) => (
            <span className="relative block">
              <select
                {...category}
                {...control}
                className={cx(
                  controlClass,
                  'appearance-none pr-11 has-[option[value=""]:checked]:text-ink-3',
                )}
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
          )}
        </Field>
        <TextField label="Assunto" autoComplete="off" {...field('subject')} />
        <Field label="Mensagem" error={messageError}>
          {(control) => (
            <textarea
              {...message}
              {...control}
              rows={4}
              className={cx(controlClass, 'block resize-y')}
            />
          )}
        </Field>
        {/* A honeypot, hidden from everyone: only bots fill it in. */}
        <div aria-hidden="true" className="absolute top-0 -left-[9999px]">
          <label>
            Deixe em branco
            <input ref={honeypot} type="text" name="extra" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
      </fieldset>
      {/* Before hydration the browser would submit the form and put the message into the URL. */}
      <Button
        type={isHydrated ? 'submit' : 'button'}
        variant="ipe"
        size="lg"
        block
        busy={state !== 'editing'}
      >
        Enviar mensagem
      </Button>
    </form>
  );
}
