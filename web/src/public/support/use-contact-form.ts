import type { SupportMessage } from '@pontual/contract/operations/support.ts';
import { useEffect, useRef, type SubmitEvent } from 'react';
import { useHydrated } from '../../ui/page/use-hydrated.ts';
import { unreachableMessage } from '../../api/unreachable-message.ts';
import { useForm } from '../../ui/use-form.ts';

export type ContactFormState = ReturnType<typeof useContactForm>;

/** A separate chunk: needed at the first submit, not for the first paint. */
const loadContactAttempt = () => import('./contact-attempt.ts');

export function useContactForm(deps: {
  email: string;
  onSent: () => void;
  onFailed: (text: string) => void;
}) {
  const { email, onSent, onFailed } = deps;
  const form = useForm(
    { name: '', email, category: '', subject: '', message: '' },
    async (values) => (await loadContactAttempt()).validateSupportMessage(values),
  );
  const honeypot = useRef<HTMLInputElement>(null);
  const openedAt = useRef(0);
  // A prerendered form was usable since the page load.
  const isHydrated = useRef(useHydrated());
  useEffect(() => {
    if (isHydrated.current) openedAt.current = performance.now();
  }, []);

  async function send(message: SupportMessage): Promise<string | undefined> {
    const metadata = {
      extra: honeypot.current?.value ?? '',
      openFor: Math.max(0, Math.round(performance.now() - openedAt.current)),
    };
    const failure = await (await loadContactAttempt()).submitMessage(message, metadata);
    if (failure === undefined) onSent();
    else if (failure.text !== undefined) onFailed(failure.text);
    else return form.showFailure(failure);
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
      form.submit(send, () => {
        onFailed(unreachableMessage);
        return {};
      })(event),
  };
}
