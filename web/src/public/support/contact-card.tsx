import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { User } from '@pontual/contract/identity/auth.ts';
import { limitsByPlan } from '@pontual/contract/billing/plans.ts';
import { PRIORITY_PROMISE } from '@pontual/contract/operations/support-categories.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ContactForm } from './contact-form.tsx';
import { useContactForm } from './use-contact-form.ts';

export const CONTACT_CARD_ID = 'contato';

/** In ms (specification, section 9). */
const SUCCESS_MS = 5000;
const FAILURE_MS = 10_000;

type Outcome = { kind: 'sent' } | { kind: 'failed'; text: string };

export function ContactCard({ user, onSent }: { user: User | null; onSent: () => void }) {
  const [outcome, setOutcome] = useState<Outcome>();
  const title = useRef<HTMLHeadingElement>(null);
  const hasPriority = user !== null && limitsByPlan[user.plan].prioritySupport;
  const contact = useContactForm({
    email: user?.email ?? '',
    onSent() {
      setOutcome({ kind: 'sent' });
      onSent();
    },
    onFailed: (text) => setOutcome({ kind: 'failed', text }),
  });
  const ms = outcome?.kind === 'sent' ? SUCCESS_MS : FAILURE_MS;
  useTimeout(outcome === undefined ? undefined : ms, () => showForm(outcome));

  function showForm(shownOutcome: Outcome | undefined): void {
    if (shownOutcome?.kind === 'sent') contact.clear();
    setOutcome(undefined);
  }
  useRestoreFocus(outcome === undefined, title);

  return (
    <Card
      id={CONTACT_CARD_ID}
      aria-labelledby={`${CONTACT_CARD_ID}-titulo`}
      className="scroll-mt-6 rounded-xl! p-5 noscript:hidden lg:p-[26px]"
    >
      <h2
        ref={title}
        id={`${CONTACT_CARD_ID}-titulo`}
        tabIndex={-1}
        className="font-heading text-xl leading-[1.1] font-bold tracking-[-.02em]"
      >
        Ainda precisa de ajuda?
      </h2>
      {hasPriority ? (
        <p className="mt-1 text-sm text-pretty text-ink-2">
          <b className="font-semibold">Atendimento prioritário.</b> Sua mensagem é lida antes das
          outras e respondida {PRIORITY_PROMISE}.
        </p>
      ) : (
        <p className="mt-1 text-sm text-ink-3">Respondemos em até 24 horas.</p>
      )}
      {outcome === undefined ? (
        <ContactForm contact={contact} />
      ) : outcome.kind === 'sent' ? (
        <OutcomePanel
          tone="ok"
          title="Mensagem Enviada!"
          text={`Obrigado pelo contato. Responderemos em até 24 horas.${
            hasPriority ? ` Seu plano tem prioridade: a resposta vem ${PRIORITY_PROMISE}.` : ''
          }`}
        />
      ) : (
        <OutcomePanel tone="bad" title="Erro no Envio" text={outcome.text}>
          <Button variant="line" onClick={() => showForm(outcome)}>
            Tentar Novamente
          </Button>
        </OutcomePanel>
      )}
    </Card>
  );
}

const tones = {
  ok: { role: 'status', colors: 'bg-pub-soft text-pub-text', Icon: CircleCheck },
  bad: { role: 'alert', colors: 'bg-bad-soft text-bad-text', Icon: TriangleAlert },
} as const;

/** Has the height of the form, so that the layout below does not shift. */
function OutcomePanel(props: {
  tone: 'ok' | 'bad';
  title: string;
  text: string;
  children?: ReactNode;
}) {
  const { role, colors, Icon } = tones[props.tone];
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div
      role={role}
      className="grid min-h-[440px] animate-pop content-center justify-items-center gap-2 text-center"
    >
      <span className={`mb-2 grid size-13 place-items-center rounded-full ${colors}`}>
        <Icon size={24} />
      </span>
      <h3
        ref={heading}
        tabIndex={-1}
        className="font-heading text-[1.25rem] leading-[1.2] font-bold tracking-[-.015em] outline-none! shadow-none!"
      >
        {props.title}
      </h3>
      <p className="mb-2.5 max-w-[300px] text-pretty text-ink-2">{props.text}</p>
      {props.children}
    </div>
  );
}

function useTimeout(ms: number | undefined, callback: () => void): void {
  const latest = useRef(callback);
  useEffect(() => {
    latest.current = callback;
  });
  useEffect(() => {
    if (ms === undefined) return undefined;
    const timer = setTimeout(() => latest.current(), ms);
    return () => clearTimeout(timer);
  }, [ms]);
}

function useRestoreFocus(isForm: boolean, title: RefObject<HTMLHeadingElement | null>): void {
  const wasForm = useRef(isForm);
  useEffect(() => {
    const isRestored = isForm && !wasForm.current;
    wasForm.current = isForm;
    if (isRestored && document.activeElement === document.body) {
      title.current?.focus({ preventScroll: true });
    }
  }, [isForm, title]);
}
