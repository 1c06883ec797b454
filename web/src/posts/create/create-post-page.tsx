import { mediaTypes, type MediaType } from '@pontual/contract/posts.ts';
import { useLocation, useNavigate } from 'react-router';
import { useSession } from '../../api/session.tsx';
import { paths } from '../../paths.ts';
import { announceCreated } from '../announce.ts';
import { Composer } from './composer.tsx';
import { useBegun } from './keep/use-kept.ts';
import { toFields } from './when/wall-fields.ts';
import type { Beginning } from './wizard.ts';

/** /create-post: the wizard as a page, for visitors too, until something is to be saved. */
export function CreatePostPage() {
  const { user } = useSession();
  const { state }: { state: unknown } = useLocation();
  const navigate = useNavigate();
  const begun = useBegun(prefilled(state));
  const toSchedule = () => void navigate(paths.schedule);
  return (
    <>
      <title>Criar post · Pontual</title>
      {begun === null ? null : (
        <Composer
          open
          begun={begun}
          user={user}
          onCreated={() => undefined}
          onLanded={(post) => {
            // A demonstration stays, and has said so here.
            if (!post.demo) announceCreated(post);
          }}
          onClose={toSchedule}
        />
      )}
    </>
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
