import { CloudOff } from 'lucide-react';
import { Link } from 'react-router';
import { formFailureText } from './form-failure.ts';
import { Button, buttonClass } from '../button.tsx';
import { Card } from '../card.tsx';
import { ErrorState } from '../error-state.tsx';
import { focusPage } from './focus-page.ts';

interface LoadErrorProps {
  query: { error: unknown; isFetching: boolean; refetch: () => Promise<{ data?: unknown }> };
  title: string;
  /** For an error without a message for people. */
  fallback: string;
  back: string;
}

export function LoadError({ query, title, fallback, back }: LoadErrorProps) {
  const retry = async () => {
    const { data } = await query.refetch();
    if (data !== undefined) focusPage();
  };
  return (
    <Card role="alert">
      <ErrorState
        icon={<CloudOff size={24} />}
        title={title}
        message={formFailureText(query.error, fallback)}
        actions={
          <>
            <Link to={back} className={buttonClass({ variant: 'line' })}>
              Voltar
            </Link>
            <RetryButton busy={query.isFetching} onClick={() => void retry()} />
          </>
        }
        className="py-16"
      />
    </Card>
  );
}

interface DialogLoadErrorProps {
  query: { error: unknown; isFetching: boolean; refetch: () => Promise<{ isSuccess: boolean }> };
  title: string;
  fallback: string;
  /** Must move the focus, because the retry button is removed. */
  onLoaded: () => void;
}

export function DialogLoadError({ query, title, fallback, onLoaded }: DialogLoadErrorProps) {
  const retry = async () => {
    if ((await query.refetch()).isSuccess) onLoaded();
  };
  return (
    <div role="alert">
      <ErrorState
        title={title}
        message={formFailureText(query.error, fallback)}
        actions={<RetryButton busy={query.isFetching} onClick={() => void retry()} />}
      />
    </div>
  );
}

const RetryButton = (props: { busy: boolean; onClick: () => void }) => (
  <Button variant="ink" busyLabel="Carregando..." {...props}>
    Tentar de novo
  </Button>
);
