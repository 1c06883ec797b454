import { Check, CircleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { useSession } from '../api/session.tsx';
import { useNeeds, useStopped } from '../needs/needs.queries.ts';
import { paths } from '../paths.ts';
import { buttonClass } from '../ui/button.tsx';
import { AwaitingAccount } from '../posts/create/keep/awaiting-account.tsx';
import { Card } from '../ui/card.tsx';
import { cx } from '../ui/cx.ts';
import { Spinner } from '../ui/spinner.tsx';
import { useAccounts } from './accounts.queries.ts';
import { hasSeveral } from './has-several.ts';

/** The server needs a moment until the account stands (specification, section 9). */
const WAIT_MS = 1000;

/** Where the connection flow returns to when it has succeeded. */
export function ConnectedPage() {
  const [query] = useSearchParams();
  if (query.get('connected') !== 'true') return <Navigate to={paths.dashboard} replace />;
  return (
    <div className="grid min-h-[calc(100dvh-200px)] place-items-center">
      <title>Instagram conectado · Pontual</title>
      <Card className="w-full max-w-[480px]" aria-live="polite">
        <Confirmation />
      </Card>
    </div>
  );
}

function Confirmation() {
  const { user, refresh } = useSession();
  const [fresh, setFresh] = useState(false);
  const accounts = useAccounts(fresh ? user : null);
  // A timer and a call, started by arriving here and not by a press.
  useEffect(() => {
    let left = false;
    const confirm = async () => {
      await refresh();
      if (!left) setFresh(true);
    };
    const timer = setTimeout(() => void confirm(), WAIT_MS);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [refresh]);

  const needs = useNeeds();
  // Of several, the one that came last.
  const [newest] = (accounts.data?.accounts ?? []).toSorted((a, b) =>
    b.connectedAt.localeCompare(a.connectedAt),
  );
  const stopped = useStopped(newest?.instagramAccountId ?? user?.instagramAccountId ?? null);
  if (!fresh || needs.isPending || (hasSeveral(user) && accounts.isPending)) {
    return (
      <p className="flex min-h-[280px] items-center justify-center gap-3 text-ink-2">
        <Spinner />
        Confirmando a conexão...
      </p>
    );
  }
  // The dashboard offers to connect.
  if (user?.instagramUsername == null) return <Navigate to={paths.dashboard} replace />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-center gap-2 px-6 py-10 text-center">
      <span
        className={cx(
          'mb-3 grid size-16 animate-land place-items-center rounded-full',
          stopped === undefined ? 'bg-pub-soft text-pub-text' : 'bg-bad-soft text-bad-text',
        )}
      >
        {stopped === undefined ? <Check size={30} /> : <CircleAlert size={30} />}
      </span>
      <h1 className="font-heading text-[1.75rem] leading-[1.1] font-bold tracking-[-.025em] wrap-anywhere">
        @{newest?.username ?? user.instagramUsername}
      </h1>
      <p className="mb-5 max-w-[320px] text-pretty text-ink-2">
        {stopped !== undefined
          ? stopped.reason
          : hasSeveral(user) && newest !== undefined
            ? `Conta conectada. Agora você também pode agendar posts em @${newest.username}.`
            : 'Sua conta do Instagram está conectada. Os posts que você agendar são publicados nela, na hora marcada.'}
      </p>
      <AwaitingAccount user={user} className="mb-5 w-full text-left" />
      <div className="flex flex-wrap justify-center gap-3">
        <Link to={paths.schedule} className={buttonClass({ variant: 'ipe', size: 'lg' })}>
          Criar meu primeiro post
        </Link>
        <Link to={paths.dashboard} className={buttonClass({ variant: 'line', size: 'lg' })}>
          Ir para o Dashboard
        </Link>
      </div>
    </div>
  );
}
