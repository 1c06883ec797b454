import type { User } from '@pontual/contract/identity/auth.ts';
import { mediaTypes, type MediaType } from '@pontual/contract/posts/posts.ts';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useCan } from '../api/permissions.tsx';
import { useSession } from '../api/session.tsx';
import {
  readHandoffFiles,
  noHandoffFiles,
  type HandoffFile,
} from '../library/media/library-handoff.ts';
import { paths } from '../ui/page/paths.ts';
import { SkeletonBar, Skeleton } from '../ui/skeleton.tsx';
import { announceCreated } from '../posts/announce.ts';
import { ComposerFrame } from './composer-frame.tsx';
import { Composer } from './composer.tsx';
import { assignFileId } from './draft-store/draft-store.ts';
import { useComposerSetup } from './draft-store/use-composer-setup.ts';
import { ownerOf } from './draft-store/draft-records.ts';
import { toDueTimeFields } from './when/due-time-fields.ts';
import type { WizardInit } from './wizard.ts';

const NotAllowedPage = lazy(async () => ({
  default: (await import('../ui/page/not-allowed.tsx')).NotAllowedPage,
}));

/** Loaded on demand: few posts start from the media library. */
const FromLibrary = lazy(async () => ({
  default: (await import('./from-library/library-import.tsx')).LibraryImport,
}));

/** Visitors may use it until something must be saved. */
export function CreatePostPage() {
  const { user } = useSession();
  const { state, key }: { state: unknown; key: string } = useLocation();
  const navigate = useNavigate();
  const [init] = useState(() => readPrefill(state));
  const [handedFiles, setHandedFiles] = useState(() => readHandoffFiles(state));
  const [navigationKey] = useState(key);
  const isSettled = handedFiles.length === 0;
  const clearHandedFiles = useCallback(() => setHandedFiles(noHandoffFiles), []);
  const canCreateNow = useCan('edit');
  // A user who loses the permission while composing keeps the form; sending then returns the error.
  const [canCreate] = useState(canCreateNow);
  // A reload would apply the state again. Files stay in it until the draft store has them.
  useEffect(() => {
    if (state !== null && isSettled) {
      void navigate(paths.createPost, { replace: true, state: null });
    }
  }, [state, isSettled, navigate]);
  return (
    <>
      <title>Criar post · Pontual</title>
      {/* The key discards the draft of one user before another user logs in. */}
      {canCreate ? (
        <PageComposer
          key={user?._id ?? 'visitor'}
          {...{ user, init, handedFiles, navigationKey }}
          onFilesHandled={clearHandedFiles}
        />
      ) : (
        <Suspense fallback={null}>
          <NotAllowedPage />
        </Suspense>
      )}
    </>
  );
}

interface PageComposerProps {
  user: User | null;
  init: WizardInit;
  handedFiles: readonly HandoffFile[];
  navigationKey: string;
  onFilesHandled: () => void;
}

function PageComposer({
  user,
  init,
  handedFiles,
  navigationKey,
  onFilesHandled,
}: PageComposerProps) {
  const navigate = useNavigate();
  const owner = ownerOf(user);
  const idPrefix = `${navigationKey}.${owner ?? 'visitor'}.`;
  // Fixed, so that the result message of this composer stays; the next one starts without files.
  const [files] = useState(handedFiles);
  const incomingFilePrefix = files.length === 0 ? undefined : idPrefix;
  const setup = useComposerSetup(owner, { ...init, incomingFilePrefix }, true);
  if (setup === null) return <ComposerSkeleton onClose={() => void navigate(paths.schedule)} />;
  return (
    <Composer
      open
      setup={setup}
      renderIncomingFiles={
        files.length === 0
          ? undefined
          : (composer) => (
              <Suspense fallback={null}>
                <FromLibrary
                  {...{ files, composer, onSettled: onFilesHandled }}
                  arrival={setup.incomingFiles}
                  onFile={(file, index) => assignFileId(file, `${idPrefix}${index}`)}
                />
              </Suspense>
            )
      }
      user={user}
      onCreated={() => undefined}
      onFinished={(post) => {
        if (!post.demo) announceCreated(post);
      }}
      onClose={() => void navigate(paths.schedule)}
    />
  );
}

function ComposerSkeleton({ onClose }: { onClose: () => void }) {
  const heading = useRef<HTMLElement>(null);
  return (
    <ComposerFrame
      frame="page"
      open
      onClose={onClose}
      step="upload"
      initialFocus={heading}
      previewTitle="Prévia ao vivo"
      preview={null}
      footer={null}
    >
      <Skeleton className="grid gap-5">
        <SkeletonBar className="h-7 w-60" />
        <SkeletonBar className="h-64 w-full rounded-lg!" />
      </Skeleton>
    </ComposerFrame>
  );
}

const isMediaType = (value: unknown): value is MediaType =>
  mediaTypes.some((type) => type === value);

/** Reads what library-handoff.ts passes, each value only if it is valid; `scheduledTime` is ISO. */
function readPrefill(state: unknown): WizardInit {
  const values: Record<string, unknown> = typeof state === 'object' ? { ...state } : {};
  const { mediaType, caption, scheduledTime } = values;
  const instant = typeof scheduledTime === 'string' ? new Date(scheduledTime) : null;
  return {
    frame: 'page',
    mediaType: isMediaType(mediaType) ? mediaType : null,
    form: {
      ...(typeof caption === 'string' && caption !== '' ? { caption } : {}),
      ...(instant === null || Number.isNaN(instant.getTime())
        ? {}
        : { when: toDueTimeFields(instant) }),
    },
  };
}
