import { browserErrors } from '@pontual/contract/shared/errors-browser.ts';
import { postPermissions } from '@pontual/contract/posts/post-rules.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { X } from 'lucide-react';
import {
  lazy,
  Suspense,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type Ref,
  type RefObject,
} from 'react';
import { flushSync } from 'react-dom';
import { InstagramAccountTag } from '../../instagram/instagram-account-tag.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Alert } from '../../ui/alert.tsx';
import { useDialogState } from '../../ui/use-dialog-state.ts';
import { leaveGuardText } from '../change/leave-guard-text.ts';
import { LeaveGuard } from '../../ui/page/leave-guard.tsx';
import { PostColumns } from '../post-columns.tsx';
import { PostMedia, type PreviewPost } from '../post-media.tsx';
import { hasFollowingPosts } from '../series-post.ts';
import { EditFields } from './edit-fields.tsx';
import { EditOutcome } from './edit-outcome.tsx';
import { useEdit, type EditState } from './use-edit.ts';
import { useIsLateEdit } from './use-is-late-edit.ts';

const SeriesSaveDialog = lazy(async () => ({
  default: (await import('../../planning/series/series-save-dialog.tsx')).SeriesSaveDialog,
}));

export interface Editor {
  leave: () => void;
}

interface EditPostProps {
  ref: Ref<Editor>;
  post: Post;
  connected: boolean;
  onEnd: () => void;
  onSaved: () => void;
}

export function EditPost(props: EditPostProps) {
  const { ref, post, connected, onEnd, onSaved } = props;
  const edit = useEdit(post);
  const { change, unsavedWork, replacement } = edit;
  const { phase } = change;
  const body = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [isLeaving, setLeaving] = useState(false);
  const sending = phase.state === 'sending';
  const losesWork = unsavedWork !== null && phase.state !== 'changed';
  const leave = () => {
    if (losesWork) setLeaving(true);
    else onEnd();
  };
  useImperativeHandle(ref, () => ({ leave }));
  useEffect(() => heading.current?.focus(), []);
  const scopeDialog = useDialogState();
  const send = (following: boolean) => {
    if (!flushSync(() => edit.send(following))) focusFirstError(body);
  };
  const save = () => {
    // A field with unfinished text would be lost, so the save stops there.
    const unfinished = findIn(body, 'input[data-fault]');
    if (unfinished !== null) unfinished.focus();
    else if (unsavedWork === null) onEnd();
    else if (hasFollowingPosts(post)) scopeDialog.show(true);
    else send(false);
  };
  return (
    <>
      <PostColumns
        media={<PostMedia post={toPreviewPost(post, edit)} />}
        hideMediaOnPhone
        footer={
          <>
            <Button
              variant="ghost"
              disabled={sending && phase.fraction >= 1}
              onClick={sending ? change.cancel : leave}
            >
              {sending ? 'Cancelar envio' : 'Cancelar'}
            </Button>
            <Button
              variant="ipe"
              busy={sending || replacement.picking.isOpening}
              busyLabel={sending ? 'Salvando...' : 'Abrindo...'}
              onClick={save}
            >
              Salvar
            </Button>
          </>
        }
      >
        <header className="z-10 flex items-center border-b bg-surface max-lg:sticky max-lg:top-0 border-line px-[18px] py-2 lg:px-7 lg:py-3">
          <h3 ref={heading} tabIndex={-1} className="h-dialog shadow-none! outline-none!">
            Editar post
          </h3>
          <InstagramAccountTag
            account={edit.form.instagramAccountId ?? post.instagramAccountId}
            className="ml-3 text-sm!"
          />
          <IconButton
            label="Sair da edição"
            icon={<X size={20} />}
            className="-mr-3 ml-auto"
            disabled={sending && phase.fraction >= 1}
            onClick={leave}
          />
        </header>
        <div
          ref={body}
          className="relative min-h-0 px-[18px] pt-4 pb-6 lg:flex-1 lg:overflow-y-auto lg:px-7 lg:pt-5"
        >
          <LateEditWarning post={post} />
          <EditFields post={post} connected={connected} edit={edit} />
        </div>
      </PostColumns>
      {hasFollowingPosts(post) ? (
        <Suspense fallback={null}>
          <SeriesSaveDialog open={scopeDialog.open} onClose={scopeDialog.close} onSave={send} />
        </Suspense>
      ) : null}
      <EditOutcome
        connected={connected}
        change={change}
        onRetry={() => {
          // The server's error would cover the errors of the form.
          change.dismiss();
          save();
        }}
        onEnd={onEnd}
        onSaved={onSaved}
      />
      {losesWork ? (
        <LeaveGuard
          text={leaveGuardText(unsavedWork, phase)}
          isClosing={isLeaving}
          isLostOnUnload
          onStay={() => setLeaving(false)}
          onLeave={() => {
            change.abandon();
            onEnd();
          }}
        />
      ) : null}
    </>
  );
}

const focusFirstError = (body: RefObject<HTMLElement | null>) =>
  findIn(body, '[aria-invalid=true], [data-fault]')?.focus();

const findIn = (within: RefObject<HTMLElement | null>, selector: string) =>
  within.current?.querySelector<HTMLElement>(selector) ?? null;

function toPreviewPost(post: Post, { replacement: { files } }: EditState): PreviewPost {
  if (files.length === 0 || files.some(({ width }) => width === 0)) return post;
  return {
    mediaType: post.mediaType,
    reelsConfig: null,
    mediaItems: files.map(({ kind, url, width, height, durationMs, altText }) => ({
      type: kind,
      url,
      thumbnailUrl: null,
      coverUrl: null,
      width,
      height,
      durationMs,
      altText: altText === '' ? null : altText,
      state: 'ready',
      progress: null,
      readyInMs: null,
      refusal: null,
    })),
  };
}

/** Warns that an edit near the due time may delay the post, and that a later one is refused. */
function LateEditWarning({ post }: { post: Post }) {
  const isLate = useIsLateEdit(post);
  const isOver = !postPermissions[post.status].edit;
  return (
    // The live region must exist before its text; otherwise screen readers miss it.
    <div role="alert" className="not-empty:mb-4">
      {isOver ? (
        <Alert tone="bad">
          {post.status === 'published'
            ? browserErrors.POST_NOT_EDITABLE.message
            : browserErrors.POST_IN_PROGRESS.message}
        </Alert>
      ) : isLate ? (
        <Alert tone="warn">
          Falta menos de 1 minuto para a hora deste post. Salvar uma mudança agora pode atrasar a
          publicação.
        </Alert>
      ) : null}
    </div>
  );
}
