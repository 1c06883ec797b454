import type { User } from '@pontual/contract/auth.ts';
import { mediaTypes, type MediaType } from '@pontual/contract/posts.ts';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSession } from '../../api/session.tsx';
import { paths } from '../../paths.ts';
import { Bone, Skeleton } from '../../ui/skeleton.tsx';
import { announceCreated } from '../announce.ts';
import { ComposerFrame } from './composer-frame.tsx';
import { Composer } from './composer.tsx';
import { useBegun } from './keep/use-kept.ts';
import { toFields } from './when/wall-fields.ts';
import type { Beginning } from './wizard.ts';

/** /create-post: the wizard as a page, for visitors too, until something is to be saved. */
export function CreatePostPage() {
  const { user } = useSession();
  const { state }: { state: unknown } = useLocation();
  const navigate = useNavigate();
  const [beginning] = useState(() => prefilled(state));
  // It is in the browser's history. It is taken out, or a reload would bring it again.
  useEffect(() => {
    if (state !== null) void navigate(paths.createPost, { replace: true, state: null });
  }, [state, navigate]);
  return (
    <>
      <title>Criar post · Pontual</title>
      {/* What one user makes is not for the next. */}
      <PageComposer key={user?._id ?? 'visitor'} user={user} beginning={beginning} />
    </>
  );
}

function PageComposer({ user, beginning }: { user: User | null; beginning: Beginning }) {
  const navigate = useNavigate();
  const begun = useBegun(user?._id ?? null, beginning, true);
  if (begun === null) return <Waiting onClose={() => void navigate(paths.schedule)} />;
  return (
    <Composer
      open
      begun={begun}
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

/** What navigation brings along: `mediaType`, `caption` and `scheduledTime` (ISO), each if it is one. */
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
