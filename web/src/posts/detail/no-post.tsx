import { errorCatalogue } from '@pontual/contract/errors.ts';
import { ApiError } from '../../api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Bone, Skeleton } from '../../ui/skeleton.tsx';

/** Codes that mean that there is no such post. */
const gone: ReadonlySet<string> = new Set(['NOT_FOUND', 'VALIDATION']);

/** Whether there is no such post, or no longer. */
export const isGone = (error: Error | null): boolean =>
  error instanceof ApiError && gone.has(error.code);

/** Instead of a post that cannot be shown. */
export function Missing(props: {
  error: Error;
  busy: boolean;
  onRetry: () => void;
  onClose: () => void;
}) {
  const { error, busy, onRetry, onClose } = props;
  if (isGone(error)) {
    return (
      <ErrorState
        title="Post não encontrado"
        message={errorCatalogue.NOT_FOUND.message}
        actions={
          <Button variant="ink" onClick={onClose}>
            Voltar ao calendário
          </Button>
        }
      />
    );
  }
  return (
    <ErrorState
      title="O post não carregou"
      message={error.message}
      actions={
        <Button variant="ink" busy={busy} busyLabel="Carregando..." onClick={onRetry}>
          Tentar novamente
        </Button>
      }
    />
  );
}

export function Bones() {
  return (
    <Skeleton className="grid gap-4 lg:grid-cols-[368px_1fr] lg:gap-8">
      <Bone className="h-60 rounded-lg! lg:h-[500px]" />
      <div className="grid content-start gap-4 lg:pt-10">
        <Bone className="h-4 w-1/3" />
        <Bone className="h-12 w-40" />
        <Bone className="h-3 w-full" />
        <Bone className="h-3 w-4/5" />
      </div>
    </Skeleton>
  );
}
