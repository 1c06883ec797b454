import {
  cancelSubscription,
  GUARANTEE_DAYS,
  refundSubscription,
  type Subscription,
} from '@pontual/contract/billing/billing.ts';
import { formatDate } from '@pontual/contract/shared/brasilia-time.ts';
import { ArrowUpRight, CalendarX2, TriangleAlert, Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '../../ui/page/confirm-dialog.tsx';
import { PlanBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { showToast } from '../../ui/toast.tsx';
import { useEndSubscription } from './billing-queries.ts';
import { PortalButton } from './portal-button.tsx';
import {
  canBeCanceled,
  describeCancellation,
  isSubscriptionLive,
  describeWithdrawal,
  describeSubscription,
} from './subscription-text.ts';

type SubscriptionQuestion = 'cancel' | 'refund' | null;

interface SubscriptionCardProps {
  subscription: Subscription;
  refundDays: number;
}

export function SubscriptionCard({ subscription, refundDays }: SubscriptionCardProps) {
  const [question, setQuestion] = useState<SubscriptionQuestion>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const { title: heading, text, tone } = describeSubscription(subscription);
  const isPastDue = subscription.status === 'past_due' && subscription.refund === null;
  return (
    <Card aria-label="Sua assinatura" className="mb-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 py-3.5 pr-3.5 pl-[18px] max-lg:pr-[18px]">
        {tone === 'warn' ? (
          <span className="grid size-10 shrink-0 place-items-center rounded-full bg-warn-soft text-warn-text">
            <TriangleAlert size={20} />
          </span>
        ) : isSubscriptionLive(subscription) ? (
          <PlanBadge plan={subscription.plan} />
        ) : null}
        <div className="min-w-0 flex-1 basis-48 leading-[1.35]" aria-live="polite">
          <h2
            ref={title}
            tabIndex={-1}
            className={cx('text-base font-bold', tone === 'warn' && 'text-warn-text')}
          >
            {heading}
          </h2>
          <p className="text-xs text-pretty text-ink-3">{text}</p>
        </div>
        <PortalButton
          variant={isSubscriptionLive(subscription) ? 'ink' : 'line'}
          className="max-lg:w-full"
        >
          {isPastDue ? 'Atualizar cartão' : 'Gerenciar assinatura'}
          <ArrowUpRight size={18} className="-mr-1" />
        </PortalButton>
      </div>
      <SubscriptionActions
        subscription={subscription}
        refundDays={refundDays}
        onAsk={setQuestion}
      />
      <SubscriptionDialogs
        subscription={subscription}
        question={question}
        onClose={() => setQuestion(null)}
        focusAfter={() => title.current}
      />
    </Card>
  );
}

interface SubscriptionActionsProps extends SubscriptionCardProps {
  onAsk: (question: SubscriptionQuestion) => void;
}

function SubscriptionActions({ subscription, refundDays, onAsk }: SubscriptionActionsProps) {
  const { refundableUntil, status } = subscription;
  const canCancel = canBeCanceled(subscription);
  if (!canCancel && refundableUntil === null) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 border-t border-line px-[18px] py-2 max-lg:flex-col max-lg:items-stretch">
      {canCancel ? (
        <Button variant="ghost" size="sm" className="lg:-ml-3" onClick={() => onAsk('cancel')}>
          Cancelar assinatura
        </Button>
      ) : null}
      {refundableUntil === null ? null : (
        <>
          <Button
            variant="ghost"
            size="sm"
            className={canCancel ? undefined : 'lg:-ml-3'}
            onClick={() => onAsk('refund')}
          >
            {describeWithdrawal(subscription).action}
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

interface SubscriptionDialogsProps {
  subscription: Subscription;
  question: SubscriptionQuestion;
  onClose: () => void;
  focusAfter: () => HTMLElement | null;
}

function SubscriptionDialogs({
  subscription,
  question,
  onClose,
  focusAfter,
}: SubscriptionDialogsProps) {
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
  const cancel = useEndSubscription(cancelSubscription, finish('Assinatura cancelada'));
  const refund = useEndSubscription(refundSubscription, finish('Recebemos sua desistência'));
  const withdrawalTexts = describeWithdrawal(subscription);
  const dialogProps = {
    cancelLabel: withdrawalTexts.cancelLabel,
    variant: 'danger-solid',
    iconTone: 'bad',
    onClose: close,
    focusAfter: () => (isDone ? focusAfter() : null),
  } as const;
  return (
    <>
      <ConfirmDialog
        {...dialogProps}
        open={question === 'cancel'}
        title="Cancelar a assinatura?"
        icon={<CalendarX2 size={22} />}
        actionLabel="Cancelar assinatura"
        busyLabel="Cancelando..."
        mutation={cancel}
        fallback="Não foi possível cancelar agora, e nada mudou. Tente de novo."
        onConfirm={() => cancel.mutate()}
      >
        {describeCancellation(subscription)}
      </ConfirmDialog>
      <ConfirmDialog
        {...dialogProps}
        open={question === 'refund'}
        title={withdrawalTexts.question}
        icon={<Undo2 size={22} />}
        actionLabel={withdrawalTexts.action}
        busyLabel="Encerrando..."
        mutation={refund}
        fallback="Não foi possível desistir agora, e nada mudou. Tente de novo."
        onConfirm={() => refund.mutate()}
      >
        {withdrawalTexts.text}
      </ConfirmDialog>
    </>
  );
}
