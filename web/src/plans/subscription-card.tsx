import {
  cancelSubscription,
  GUARANTEE_DAYS,
  refundSubscription,
  type Subscription,
} from '@pontual/contract/billing.ts';
import { formatDate } from '@pontual/contract/brasilia-time.ts';
import { ArrowUpRight, CalendarX2, TriangleAlert, Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { QuestionDialog } from '../posts/question-dialog.tsx';
import { PlanBadge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { cx } from '../ui/cx.ts';
import { showToast } from '../ui/toast.tsx';
import { useEnding } from './billing.queries.ts';
import { PortalButton } from './portal-button.tsx';
import { canBeCanceled, cancelWords, isLive, withdrawal, wordsOf } from './subscription-words.ts';

type Question = 'cancel' | 'refund' | null;

interface SubscriptionCardProps {
  subscription: Subscription;
  /** Days after the first charge in which all is paid back. */
  refundDays: number;
}

/** One's subscription: how it stands, and what can be done about it. */
export function SubscriptionCard({ subscription, refundDays }: SubscriptionCardProps) {
  const [question, setQuestion] = useState<Question>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const { title: told, text, tone } = wordsOf(subscription);
  const isLate = subscription.status === 'past_due' && subscription.refund === null;
  return (
    <Card aria-label="Sua assinatura" className="mb-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 py-3.5 pr-3.5 pl-[18px] max-lg:pr-[18px]">
        {tone === 'warn' ? (
          <span className="grid size-10 shrink-0 place-items-center rounded-full bg-warn-soft text-warn-text">
            <TriangleAlert size={20} />
          </span>
        ) : isLive(subscription) ? (
          <PlanBadge plan={subscription.plan} />
        ) : null}
        <div className="min-w-0 flex-1 basis-48 leading-[1.35]" aria-live="polite">
          <h2
            ref={title}
            tabIndex={-1}
            className={cx('text-base font-bold', tone === 'warn' && 'text-warn-text')}
          >
            {told}
          </h2>
          <p className="text-xs text-pretty text-ink-3">{text}</p>
        </div>
        <PortalButton variant={isLive(subscription) ? 'ink' : 'line'} className="max-lg:w-full">
          {isLate ? 'Atualizar cartão' : 'Gerenciar assinatura'}
          <ArrowUpRight size={18} className="-mr-1" />
        </PortalButton>
      </div>
      <Ways subscription={subscription} refundDays={refundDays} onAsk={setQuestion} />
      <Questions
        subscription={subscription}
        question={question}
        onClose={() => setQuestion(null)}
        focusAfter={() => title.current}
      />
    </Card>
  );
}

interface WaysProps extends SubscriptionCardProps {
  onAsk: (question: Question) => void;
}

/** The ways out of it. */
function Ways({ subscription, refundDays, onAsk }: WaysProps) {
  const { refundableUntil, status } = subscription;
  const mayCancel = canBeCanceled(subscription);
  if (!mayCancel && refundableUntil === null) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 border-t border-line px-[18px] py-2 max-lg:flex-col max-lg:items-stretch">
      {mayCancel ? (
        <Button variant="ghost" size="sm" className="lg:-ml-3" onClick={() => onAsk('cancel')}>
          Cancelar assinatura
        </Button>
      ) : null}
      {refundableUntil === null ? null : (
        <>
          <Button
            variant="ghost"
            size="sm"
            className={mayCancel ? undefined : 'lg:-ml-3'}
            onClick={() => onAsk('refund')}
          >
            {withdrawal(subscription).action}
          </Button>
          {status === 'trialing' ? null : (
            <span className="text-xs text-ink-3 max-lg:pb-2 max-lg:text-center lg:ml-auto">
              {refundDays < GUARANTEE_DAYS ? 'Arrependimento' : 'Garantia'} até{' '}
              {formatDate(new Date(refundableUntil))}
            </span>
          )}
        </>
      )}
    </div>
  );
}

interface QuestionsProps {
  subscription: Subscription;
  question: Question;
  onClose: () => void;
  focusAfter: () => HTMLElement | null;
}

/** Both end it; what was pressed is gone afterwards. */
function Questions({ subscription, question, onClose, focusAfter }: QuestionsProps) {
  const [isDone, setDone] = useState(false);
  const close = () => {
    setDone(false);
    onClose();
  };
  const finish = (text: string) => () => {
    setDone(true);
    showToast({ text });
    onClose();
  };
  const cancel = useEnding(
    cancelSubscription,
    'Não foi possível cancelar agora, e nada mudou. Tente novamente.',
    finish('Assinatura cancelada'),
  );
  const refund = useEnding(
    refundSubscription,
    'Não foi possível desistir agora, e nada mudou. Tente novamente.',
    finish('Recebemos sua desistência'),
  );
  const words = withdrawal(subscription);
  const shared = {
    keep: words.keep,
    variant: 'danger-solid',
    iconTone: 'bad',
    onClose: close,
    focusAfter: () => (isDone ? focusAfter() : null),
  } as const;
  return (
    <>
      <QuestionDialog
        {...shared}
        open={question === 'cancel'}
        title="Cancelar a assinatura?"
        icon={<CalendarX2 size={22} />}
        action="Cancelar assinatura"
        busyLabel="Cancelando..."
        doing={cancel}
        onConfirm={() => cancel.mutate()}
      >
        {cancelWords(subscription)}
      </QuestionDialog>
      <QuestionDialog
        {...shared}
        open={question === 'refund'}
        title={words.question}
        icon={<Undo2 size={22} />}
        action={words.action}
        busyLabel="Encerrando..."
        doing={refund}
        onConfirm={() => refund.mutate()}
      >
        {words.text}
      </QuestionDialog>
    </>
  );
}
