import type { Subscription, SubscriptionStatus } from '@pontual/contract/billing.ts';
import { planCatalogue } from '@pontual/contract/plans.ts';
import { formatDate } from '@pontual/contract/brasilia-time.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { tellPurchase } from '../../measuring/purchases.ts';
import { useSession } from '../../api/session.tsx';
import { paths } from '../../paths.ts';
import { useRefresh } from '../../plans/billing.queries.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { begunPlan, checkoutOf, WAITS } from './checkout-rules.ts';

/** What became of the payment, for whoever comes back from the card provider's page. */
export function CheckoutReturn() {
  const [query] = useSearchParams();
  const given = checkoutOf(query);
  const [session, setSession] = useState(given);
  // The address forgets it; this page does not.
  if (given !== null && given !== session) setSession(given);
  useCleanAddress(given === null);
  return session === null ? null : <Confirmation key={session} session={session} />;
}

function Confirmation({ session }: { session: string }) {
  const { begun, isOver, isFetching, askAgain } = useConfirmation(session);
  useCleanAddress(begun !== null || isOver);
  if (begun !== null) {
    return (
      <Notice tone="ok" live className="mb-4">
        <b className="font-semibold">Assinatura ativa.</b> {begunText(begun)}
      </Notice>
    );
  }
  if (!isOver) {
    return (
      <Notice tone="info" live className="mb-4">
        <b className="font-semibold">Confirmando o pagamento.</b> Isso leva alguns segundos.
      </Notice>
    );
  }
  return (
    <Notice
      tone="warn"
      live
      className="mb-4"
      action={
        <Button
          variant="ghost"
          size="sm"
          busy={isFetching}
          busyLabel="Verificando..."
          onClick={askAgain}
        >
          Verificar de novo
        </Button>
      }
    >
      <b className="font-semibold">O pagamento ainda não foi confirmado.</b> Se você concluiu a
      assinatura, o plano muda sozinho assim que a confirmação chegar. Se não concluiu, nada foi
      cobrado: escolha de novo em{' '}
      <Link to={paths.plans} className="underline underline-offset-3">
        Planos
      </Link>
      .
    </Notice>
  );
}

interface Answer {
  /** How often it was asked until now. */
  asked: number;
  /** Null while the card provider is out of reach. */
  status: SubscriptionStatus | null;
}

/** Asks the card provider, through the server, until it knows of the subscription or long enough. */
function useConfirmation(session: string) {
  const queries = useQueryClient();
  const refresh = useRefresh();
  // Not under `account`: asking makes the server tell that the account has changed.
  const queryKey = ['checkout', session];
  const { data, isFetching, refetch } = useQuery({
    queryKey,
    // Not given up when its page is left: a purchase is answered once.
    queryFn: async (): Promise<Answer> => {
      const { status, purchase } = (await refresh({ checkout: session }).catch(() => null)) ?? {
        status: null,
        purchase: null,
      };
      if (purchase !== null) tellPurchase(purchase);
      return { asked: (queries.getQueryData<Answer>(queryKey)?.asked ?? 0) + 1, status };
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state: { data } }) =>
      data === undefined || begunPlan(data.status) !== null
        ? false
        : (WAITS[data.asked - 1] ?? false),
  });
  const begun = begunPlan(data?.status ?? null);
  const isOver = (data?.asked ?? 0) > WAITS.length;
  const isLate = isOver && begun === null;
  const isActive = useSession().user?.subscriptionStatus === 'active';
  // What comes later is told by a live event, which is outside React.
  useEffect(() => {
    if (isLate && isActive) void refetch();
  }, [isLate, isActive, refetch]);
  return {
    begun,
    isOver,
    isFetching,
    askAgain: () => void refetch(),
  };
}

const returnValues = new Set(['success', 'session_id']);

/** Out of the address once it is answered: a reload does not ask again, nor does a shared link. */
function useCleanAddress(isOver: boolean): void {
  const [query, setQuery] = useSearchParams();
  // Once: `setQuery` is another one after every change, and a post that is opened is in the address.
  const isDue = isOver && query.has('success');
  // The address bar is outside React.
  useEffect(() => {
    if (!isDue) return;
    const withoutReturn = (given: URLSearchParams) =>
      new URLSearchParams([...given].filter(([name]) => !returnValues.has(name)));
    setQuery(withoutReturn, { replace: true, preventScrollReset: true });
  }, [isDue, setQuery]);
}

function begunText({ plan, status, currentPeriodEnd }: Subscription): string {
  const { name } = planCatalogue[plan];
  if (currentPeriodEnd === null) return `Você está no plano ${name}.`;
  const until = formatDate(new Date(currentPeriodEnd));
  return status === 'trialing'
    ? `Seu teste grátis do plano ${name} vai até ${until}.`
    : `O plano ${name} vale até ${until} e se renova sozinho.`;
}
