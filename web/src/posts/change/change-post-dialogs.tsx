import { useRef, useState } from 'react';
import { CaptionEditor } from '../../composer/caption/caption-editor.tsx';
import { useTopicIndex } from '../../composer/caption/use-topics.ts';
import type { PickedFile } from '../../composer/form.rules.ts';
import { toFitField } from '../../composer/fit.rules.ts';
import { summarizeUploads } from '../../composer/uploads/upload-state.ts';
import { DuplicatePosts } from '../../composer/preflight/duplicate-posts.tsx';
import { useDuplicatesOfChange } from '../../composer/preflight/use-duplicates.ts';
import { captionError } from '../caption-text.ts';
import { usePastCaptions } from '../past-captions-queries.ts';
import type { PostDialogProps } from '../post-dialog.ts';
import { announceChange, ChangePostDialog } from './change-post-dialog.tsx';
import type { UnsavedWork } from './leave-guard-text.ts';
import { ReplacementFields } from './replacement-fields.tsx';
import { usePostChange } from './use-post-change.ts';
import { useReplacement, type Replacement } from './use-replacement.ts';

const noFiles: readonly PickedFile[] = [];

export function ChangeMediaDialog(props: PostDialogProps) {
  const { post, open } = props;
  const replacement = useReplacement(post, open);
  const { files, fits, picking, earlyUploads, dispatch } = replacement;
  const change = usePostChange(post, (changed) => announceChange(changed, props));
  const { phase } = change;
  const { forFiles } = useDuplicatesOfChange(post, { files, caption: post.caption });
  return (
    <ChangePostDialog
      {...props}
      title={picking.isMultiple ? 'Trocar arquivos' : 'Trocar arquivo'}
      change={change}
      unsavedWork={files.length === 0 ? null : getUnsavedWork(replacement)}
      isOpeningFiles={picking.isOpening}
      onSend={() => {
        if (files.length === 0) dispatch({ type: 'sentWithout' });
        else
          change.send(
            { fields: toFitField(fits) },
            { uploadQueue: earlyUploads.uploadQueue, files },
          );
      }}
      className="lg:max-w-[520px]"
    >
      <ReplacementFields
        post={post}
        replacement={replacement}
        fraction={phase.state === 'sending' ? phase.fraction : null}
      />
      <DuplicatePosts posts={forFiles} />
    </ChangePostDialog>
  );
}

const getUnsavedWork = ({ files, earlyUploads: { uploads } }: Replacement): UnsavedWork => ({
  kind: files.length === 1 ? 'file' : 'files',
  isUploading: summarizeUploads(files, uploads).fraction !== null,
});

export function EditCaptionDialog(props: PostDialogProps) {
  const { post } = props;
  const [caption, setCaption] = useState(post.caption);
  const [fault, setFault] = useState<string>();
  const pastCaptions = usePastCaptions();
  // Suggestions that load after the dialog would move its buttons.
  const isComplete = useTopicIndex() !== undefined && pastCaptions !== undefined;
  const change = usePostChange(post, (changed) => announceChange(changed, props));
  const { forCaption } = useDuplicatesOfChange(post, { files: noFiles, caption });
  const body = useRef<HTMLDivElement>(null);
  const send = () => {
    const captionIssue = captionChangeError(caption, post.caption);
    setFault(captionIssue);
    if (captionIssue === undefined) change.send({ fields: { caption } });
    else body.current?.querySelector('textarea')?.focus();
  };
  return (
    <ChangePostDialog
      {...props}
      open={props.open && isComplete}
      title="Editar legenda"
      change={change}
      unsavedWork={caption === post.caption ? null : { kind: 'caption', isUploading: false }}
      onSend={send}
      className="lg:max-w-[560px]"
    >
      <div ref={body}>
        <CaptionEditor
          isInDialog
          isMarked={post.mediaType !== 'STORIES'}
          caption={caption}
          error={fault}
          readOnly={change.phase.state === 'sending'}
          pastCaptions={pastCaptions}
          onCaption={(text) => {
            setCaption(text);
            setFault(undefined);
          }}
        />
        <DuplicatePosts posts={forCaption} />
      </div>
    </ChangePostDialog>
  );
}

function captionChangeError(caption: string, before: string): string | undefined {
  if (caption === before) return 'A legenda ainda é a mesma. Mude o texto para salvar.';
  return captionError(caption);
}
