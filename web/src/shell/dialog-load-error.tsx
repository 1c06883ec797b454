import { failureText } from '../account/form-failure.ts';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';

interface DialogLoadErrorProps {
  query: { error: unknown; isFetching: boolean; refetch: () => Promise<{ isSuccess: boolean }> };
  title: string;
  /** Said of an error that has no words for people. */
  fallback: string;
  /** The button has gone with what it stood in: takes the focus on. */
  onLoaded: () => void;
}

/** What a dialog is made of could not be fetched, and none of it is there from before. */
export function DialogLoadError({ query, title, fallback, onLoaded }: DialogLoadErrorProps) {
  const again = async () => {
    if ((await query.refetch()).isSuccess) onLoaded();
  };
  return (
    <div role="alert">
      <ErrorState
        title={title}
        message={failureText(query.error, fallback)}
        actions={
          <Button
            variant="ink"
            busy={query.isFetching}
            busyLabel="Carregando..."
            onClick={() => void again()}
          >
            Tentar de novo
          </Button>
        }
      />
    </div>
  );
}
