import type { User } from '@pontual/contract/auth.ts';
import { mediaTypes, type MediaType } from '@pontual/contract/posts.ts';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useMay } from '../../api/may.tsx';
import { useSession } from '../../api/session.tsx';
import { handedIn, noneHanded, type HandedFile } from '../../library/handed.ts';
import { paths } from '../../paths.ts';
import { Bone, Skeleton } from '../../ui/skeleton.tsx';
import { announceCreated } from '../announce.ts';
import { ComposerFrame } from './composer-frame.tsx';
import { Composer } from './composer.tsx';
import { keepAs } from './keep/keeper.ts';
import { useBegun } from './keep/use-kept.ts';
import { ownerOf } from './keep/words.ts';
import { toFields } from './when/wall-fields.ts';
import type { Beginning } from './wizard.ts';

/** Of a team, those who only look on or approve. */
const NotAllowedPage = lazy(async () => ({
  default: (await import('../../people/not-allowed.tsx')).NotAllowedPage,
}));

/** Few posts begin in the library. */
const FromLibrary = lazy(async () => ({
  default: (await import('../../library/arriving.tsx')).FromLibrary,
}));

/** /create-post: the wizard as a page, for visitors too, until something is to be saved. */
export function CreatePostPage() {
  const { user } = useSession();
  const { state, key }: { state: unknown; key: string } = useLocation();
  const navigate = useNavigate();
  const [beginning] = useState(() => prefilled(state));
  const [handed, setHanded] = useState(() => handedIn(state));
  // Of this entry of the history, after a reload as well.
  const [arrival] = useState(key);
  const isSettled = handed.length === 0;
  const settle = useCallback(() => setHanded(noneHanded), []);
  const mayNow = useMay('edit');
  // Whoever may no longer while they are at it keeps what they see, and is told when they send it.
  const [may] = useState(mayNow);
  // It is in the browser's history. It is taken out, or a reload would bring it again; files stay in it
  // until they are kept here.
  useEffect(() => {
    if (state !== null && isSettled) {
      void navigate(paths.createPost, { replace: true, state: null });
    }
  }, [state, isSettled, navigate]);
  return (
    <>
      <title>Criar post · Pontual</title>
      {/* What one user makes is not for the next. */}
      {may ? (
        <PageComposer
          key={user?._id ?? 'visitor'}
          {...{ user, beginning, handed, arrival }}
          onSettled={settle}
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
  beginning: Beginning;
  handed: readonly HandedFile[];
  /** Which navigation brought them. */
  arrival: string;
  /** It is told what became of these files. */
  onSettled: () => void;
}

function PageComposer({ user, beginning, handed, arrival, onSettled }: PageComposerProps) {
  const navigate = useNavigate();
  const owner = ownerOf(user);
  const prefix = `${arrival}.${owner ?? 'visitor'}.`;
  // What became of them is told for as long as the composer stands; the next one begins without them.
  const [files] = useState(handed);
  const brings = files.length === 0 ? undefined : prefix;
  const begun = useBegun(owner, { ...beginning, brings }, true);
  if (begun === null) return <Waiting onClose={() => void navigate(paths.schedule)} />;
  return (
    <Composer
      open
      begun={begun}
      renderArriving={
        files.length === 0
          ? undefined
          : (into) => (
              <Suspense fallback={null}>
                <FromLibrary
                  {...{ files, into, onSettled }}
                  arrival={begun.arrival}
                  onFile={(file, index) => keepAs(file, `${prefix}${index}`)}
                />
              </Suspense>
            )
      }
      user={user}
      onCreated={() => undefined}
      onLanded={(post) => {
        // A demonstration stays, and has said so here.
        if (!post.demo) announceCreated(post);
      }}
      onClose={() => void navigate(paths.schedule)}
    />
  );
}

/** While the browser opens what it has kept. */
function Waiting({ onClose }: { onClose: () => void }) {
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
        <Bone className="h-7 w-60" />
        <Bone className="h-64 w-full rounded-lg!" />
      </Skeleton>
    </ComposerFrame>
  );
}

const isMediaType = (value: unknown): value is MediaType =>
  mediaTypes.some((type) => type === value);

/**
 * What navigation brings along beside files of the library (handed.ts): `mediaType`, `caption` and
 * `scheduledTime` (ISO), each if it is one.
 */
function prefilled(state: unknown): Beginning {
  const given: Record<string, unknown> = typeof state === 'object' ? { ...state } : {};
  const { mediaType, caption, scheduledTime } = given;
  const instant = typeof scheduledTime === 'string' ? new Date(scheduledTime) : null;
  return {
    frame: 'page',
    mediaType: isMediaType(mediaType) ? mediaType : null,
    form: {
      ...(typeof caption === 'string' && caption !== '' ? { caption } : {}),
      ...(instant === null || Number.isNaN(instant.getTime()) ? {} : { when: toFields(instant) }),
    },
  };
}
