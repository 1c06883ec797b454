import type { SupportMessage } from '@pontual/contract/operations/support.ts';
import { useEffect, useRef, type SubmitEvent } from 'react';
import { useHydrated } from '../../ui/page/use-hydrated.ts';
import { unreachableMessage } from '../../api/unreachable-message.ts';
import { useForm } from '../../ui/use-form.ts';

export type ContactFormState = ReturnType<typeof useContactForm>;

/** Rules and call are needed at the first submit, not for the first paint: a chunk of their own. */
const loadContactAttempt = () => import('./contact-attempt.ts');

/** The contact form: what is typed outlives a failure, and is cleared after a success. */
export function useContactForm(deps: {
  /** Filled in of somebody who is logged in. */
  email: string;
  onSent: () => void;
  onFailed: (text: string) => void;
}) {
  const { email, onSent, onFailed } = deps;
  const form = useForm(
    { name: '', email, category: '', subject: '', message: '' },
    async (values) => (await loadContactAttempt()).validate(values),
  );
  const honeypot = useRef<HTMLInputElement>(null);
  const openedAt = useRef(0);
  // In a page that the server has sent it has stood since the page began, long before there was a script.
  const isHydrated = useRef(useHydrated());
  useEffect(() => {
    if (isHydrated.current) openedAt.current = performance.now();
  }, []);

  /** What becomes of a message whose fields are all good. */
  async function send(message: SupportMessage): Promise<string | undefined> {
    const metadata = {
      extra: honeypot.current?.value ?? '',
      openFor: Math.max(0, Math.round(performance.now() - openedAt.current)),
    };
    const failure = await (await loadContactAttempt()).submitMessage(message, metadata);
    if (failure === undefined) onSent();
    else if (failure.text !== undefined) onFailed(failure.text);
    else return form.showErrors(failure.fieldErrors);
    return undefined;
  }

  return {
    field: form.field,
    honeypot,
    state: form.state,
    preload: () => void loadContactAttempt().catch(() => undefined),
    clear() {
      form.clear();
      openedAt.current = performance.now();
    },
    onSubmit: (event: SubmitEvent<HTMLFormElement>) =>
      form.submit(send, () => onFailed(unreachableMessage))(event),
  };
}
