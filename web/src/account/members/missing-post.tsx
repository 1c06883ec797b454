import { browserErrors } from '@pontual/contract/shared/errors-browser.ts';
import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { useSession } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { SkeletonBar, Skeleton } from '../../ui/skeleton.tsx';

const OtherTeams = lazy(async () => ({
  default: (await import('./other-teams.tsx')).OtherTeams,
}));

const notFoundCodes: ReadonlySet<string> = new Set(['NOT_FOUND', 'VALIDATION']);

export const isPostMissing = (error: Error | null): error is ApiError =>
  error instanceof ApiError && notFoundCodes.has(error.code);

/** What `QueryState` shows while one post does not load. */
export const postFailure = {
  title: 'O post não carregou',
  fallback: 'Tente de novo em instantes.',
  isBare: true,
} as const;

interface MissingPostProps {
  /** The requested id; null for a post that was shown a moment ago. */
  id: string | null;
  error: ApiError;
  onClose: () => void;
}

/** Explains an error that `isPostMissing`. */
export function MissingPost({ id, error, onClose }: MissingPostProps) {
  return (
    <>
      <ErrorState
        title="Post não encontrado"
        message={browserErrors.NOT_FOUND.message}
        actions={
          <Button variant="ink" onClick={onClose}>
            Voltar ao calendário
          </Button>
        }
      />
      {id !== null && error.code === 'NOT_FOUND' ? <OtherTeamsHint id={id} /> : null}
    </>
  );
}

/** The link to a post does not name its team, so the post may be of another one. */
function OtherTeamsHint({ id }: { id: string }) {
  const { user } = useSession();
  const { pathname, search } = useLocation();
  const to = pathname + search;
  // Only a link can name a post of another team; a list shows posts of this one.
  if (user === null || !to.includes(id)) return null;
  return (
    <Suspense fallback={null}>
      <OtherTeams user={user} to={to} />
    </Suspense>
  );
}

export function PostSkeleton() {
  return (
    <Skeleton className="grid gap-4 lg:grid-cols-[368px_1fr] lg:gap-8">
      <SkeletonBar className="h-60 rounded-lg! lg:h-[500px]" />
      <div className="grid content-start gap-4 lg:pt-10">
        <SkeletonBar className="h-4 w-1/3" />
        <SkeletonBar className="h-12 w-40" />
        <SkeletonBar className="h-3 w-full" />
        <SkeletonBar className="h-3 w-4/5" />
      </div>
    </Skeleton>
  );
}
