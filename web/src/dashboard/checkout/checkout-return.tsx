import type { Subscription, SubscriptionStatus } from '@pontual/contract/billing/billing.ts';
import { planCatalogue } from '@pontual/contract/billing/plans.ts';
import { formatDate } from '@pontual/contract/shared/brasilia-time.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { trackPurchase } from '../../public/tracking/tracked-purchases.ts';
import { useSession } from '../../api/session.tsx';
import { paths } from '../../ui/page/paths.ts';
import { useRefreshSubscription } from '../../account/billing/billing-queries.ts';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/alert.tsx';
import {
  getActiveSubscription,
  getCheckoutSession,
  RETRY_DELAYS_MS,
} from './checkout-return.rules.ts';

export function CheckoutReturn() {
  const [query] = useSearchParams();
  const sessionInUrl = getCheckoutSession(query);
  const [session, setSession] = useState(sessionInUrl);
  // The session id is removed from the URL, so the state keeps it.
  if (sessionInUrl !== null && sessionInUrl !== session) setSession(sessionInUrl);
  useCleanUrl();
  return session === null ? null : <Confirmation key={session} session={session} />;
}

function Confirmation({ session }: { session: string }) {
  const { subscription, hasGivenUp, isFetching, checkAgain } = useConfirmation(session);
  if (subscription !== null) {
    return (
      <Alert tone="ok" live className="mb-4">
        <b className="font-semibold">Assinatura ativa.</b> {subscriptionText(subscription)}
      </Alert>
    );
  }
  if (!hasGivenUp) {
    return (
      <Alert tone="info" live className="mb-4">
        <b className="font-semibold">Confirmando o pagamento.</b> Isso leva alguns segundos.
      </Alert>
    );
  }
  return (
    <Alert
      tone="warn"
      live
      className="mb-4"
      action={
        <Button
          variant="ghost"
          size="sm"
          busy={isFetching}
          busyLabel="Verificando..."
          onClick={checkAgain}
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
    </Alert>
  );
}

interface CheckoutAnswer {
  attempts: number;
  /** Null when the card provider is unreachable. */
  status: SubscriptionStatus | null;
}

function useConfirmation(session: string) {
  const queries = useQueryClient();
  const refresh = useRefreshSubscription();
  // The key is not under `account`: each refresh triggers a live event that would refetch it.
  const queryKey = ['checkout', session];
  const { data, isFetching, refetch } = useQuery({
    queryKey,
    // The query ignores its abort signal: the server returns a purchase only once.
    queryFn: async (): Promise<CheckoutAnswer> => {
      const { status, purchase } = (await refresh({ checkout: session }).catch(() => null)) ?? {
        status: null,
        purchase: null,
      };
      if (purchase !== null) trackPurchase(purchase);
      return {
        attempts: (queries.getQueryData<CheckoutAnswer>(queryKey)?.attempts ?? 0) + 1,
        status,
      };
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state: { data } }) =>
      data === undefined || getActiveSubscription(data.status) !== null
        ? false
        : (RETRY_DELAYS_MS[data.attempts - 1] ?? false),
  });
  const subscription = getActiveSubscription(data?.status ?? null);
  const hasGivenUp = (data?.attempts ?? 0) > RETRY_DELAYS_MS.length;
  const isUnconfirmed = hasGivenUp && subscription === null;
  const isActive = useSession().user?.subscriptionStatus === 'active';
  useEffect(() => {
    if (isUnconfirmed && isActive) void refetch();
  }, [isUnconfirmed, isActive, refetch]);
  return {
    subscription,
    hasGivenUp,
    isFetching,
    checkAgain: () => void refetch(),
  };
}

const returnParams = new Set(['success', 'session_id']);

/** A reload or a shared link must not check again, not even before the confirmation. */
function useCleanUrl(): void {
  const [query, setQuery] = useSearchParams();
  // `setQuery` changes after every navigation, so the effect runs only once.
  const shouldClean = query.has('success');
  useEffect(() => {
    if (!shouldClean) return;
    const withoutReturn = (given: URLSearchParams) =>
      new URLSearchParams([...given].filter(([name]) => !returnParams.has(name)));
    setQuery(withoutReturn, { replace: true, preventScrollReset: true });
  }, [shouldClean, setQuery]);
}

function subscriptionText({ plan, status, currentPeriodEnd }: Subscription): string {
  const { name } = planCatalogue[plan];
  if (currentPeriodEnd === null) return `Você está no plano ${name}.`;
  const until = formatDate(new Date(currentPeriodEnd));
  return status === 'trialing'
    ? `Seu teste grátis do plano ${name} vai até ${until}.`
    : `O plano ${name} vale até ${until} e se renova sozinho.`;
}
