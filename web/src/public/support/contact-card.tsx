import type { User } from '@pontual/contract/identity/auth.ts';
import { limitsByPlan } from '@pontual/contract/billing/plans.ts';
import { PRIORITY_PROMISE } from '@pontual/contract/operations/support-categories.ts';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ContactForm } from './contact-form.tsx';

export const CONTACT_CARD_ID = 'contato';

/** Markup without state, for a plain page and for the application; contact-controls.ts makes it interactive. */
export function ContactCard({ user, ref }: { user: User | null; ref?: Ref<HTMLElement> }) {
  const hasPriority = user !== null && limitsByPlan[user.plan].prioritySupport;
  return (
    <Card
      ref={ref}
      id={CONTACT_CARD_ID}
      data-controls="contact"
      aria-labelledby={`${CONTACT_CARD_ID}-titulo`}
      className="scroll-mt-6 rounded-xl! p-5 noscript:hidden lg:p-[26px]"
    >
      <h2
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
      <ContactForm email={user?.email} />
      <OutcomePanel name="sent" title="Mensagem Enviada!">
        <OutcomeText>
          Obrigado pelo contato. Responderemos em até 24 horas.
          {hasPriority ? ` Seu plano tem prioridade: a resposta vem ${PRIORITY_PROMISE}.` : null}
        </OutcomeText>
      </OutcomePanel>
      <OutcomePanel name="failed" title="Erro no Envio">
        <OutcomeText />
        <Button variant="line" data-part="retry">
          Tentar Novamente
        </Button>
      </OutcomePanel>
    </Card>
  );
}

const tones = {
  sent: { role: 'status', colors: 'bg-pub-soft text-pub-text', Icon: CircleCheck },
  failed: { role: 'alert', colors: 'bg-bad-soft text-bad-text', Icon: TriangleAlert },
} as const;

/** Has the height of the form, so that the layout below does not shift. */
function OutcomePanel(props: { name: keyof typeof tones; title: string; children: ReactNode }) {
  const { role, colors, Icon } = tones[props.name];
  return (
    <div
      role={role}
      data-part={props.name}
      hidden
      className="grid min-h-[440px] animate-pop content-center justify-items-center gap-2 text-center"
    >
      <span className={`mb-2 grid size-13 place-items-center rounded-full ${colors}`}>
        <Icon size={24} />
      </span>
      <h3
        tabIndex={-1}
        className="font-heading text-[1.25rem] leading-[1.2] font-bold tracking-[-.015em] outline-none! shadow-none!"
      >
        {props.title}
      </h3>
      {props.children}
    </div>
  );
}

const OutcomeText = ({ children }: { children?: ReactNode }) => (
  <p data-part="text" className="mb-2.5 max-w-[300px] text-pretty text-ink-2">
    {children}
  </p>
);
