import type { Post } from '@pontual/contract/posts.ts';
import { CAPTION_MAX, captionLength } from '@pontual/contract/posts.ts';
import { useReducer, useRef, useState } from 'react';
import { CaptionEditor } from '../create/caption-editor.tsx';
import { FileButton } from '../create/file-button.tsx';
import { FilesCard } from '../create/files-card.tsx';
import type { PickedFile } from '../create/form-rules.ts';
import { Problem } from '../create/upload-step.tsx';
import { useFiles, type FileAction, type FilePicking } from '../create/use-files.ts';
import { MediaThumb } from '../media-thumb.tsx';
import { announceChange, ChangeFrame, type ChangeDialogProps } from './change-frame.tsx';
import { acceptedInPlace, replacementProblem } from './replacement.ts';
import { useChange } from './use-change.ts';

interface Chosen {
  files: readonly PickedFile[];
  /** Why the last selection was refused. */
  problem: string | null;
}
type ChosenAction = FileAction | { type: 'sentWithout' } | { type: 'problemDismissed' };

const nothing: Chosen = { files: [], problem: null };

const reducerFor =
  ({ mediaType }: Post) =>
  (chosen: Chosen, action: ChosenAction): Chosen => {
    switch (action.type) {
      case 'filesChosen': {
        const problem = replacementProblem(action.files, mediaType);
        return problem === null ? { files: action.files, problem } : { ...chosen, problem };
      }
      case 'filesRefused':
        return { ...chosen, problem: action.problem };
      case 'sentWithout':
        return { ...chosen, problem: replacementProblem([], mediaType) };
      case 'problemDismissed':
        return { ...chosen, problem: null };
      case 'hintExpired':
        return chosen;
    }
  };

/** Takes other files in place of all that a post has. */
export function ChangeMediaDialog(props: ChangeDialogProps) {
  const { post } = props;
  const [{ files, problem }, dispatch] = useReducer(reducerFor(post), nothing);
  const several = post.mediaType === 'CAROUSEL';
  const accepts = acceptedInPlace(post.mediaType);
  const picking = { ...useFiles(dispatch), accepts, several };
  const change = useChange(post, (changed) => announceChange(changed, props));
  const { phase } = change;
  const form = useRef<HTMLDivElement>(null);
  return (
    <ChangeFrame
      {...props}
      title={several ? 'Trocar arquivos' : 'Trocar arquivo'}
      change={change}
      onSend={() => {
        if (files.length === 0) dispatch({ type: 'sentWithout' });
        else change.send({ files: files.map(({ file }) => file) });
      }}
      className="lg:max-w-[520px]"
    >
      <div ref={form}>
        {files.length === 0 ? (
          <Present post={post} picking={picking} />
        ) : (
          <FilesCard
            files={files}
            mediaType={post.mediaType}
            picking={picking}
            fraction={phase.state === 'sending' ? phase.fraction : null}
            next="salvando"
          />
        )}
        <Problem
          text={problem}
          onDismiss={() => {
            dispatch({ type: 'problemDismissed' });
            // The button that was pressed is gone.
            form.current?.querySelector('button')?.focus();
          }}
        />
      </div>
    </ChangeFrame>
  );
}

/** How many of several files are drawn, one over the other. */
const STACKED = 3;

/** What the post has now. */
function Present({ post, picking }: { post: Post; picking: FilePicking }) {
  const { mediaItems, mediaType } = post;
  const several = mediaType === 'CAROUSEL';
  return (
    <div className="flex flex-wrap items-center gap-3.5 rounded-lg border border-line bg-surface py-2.5 pr-3 pl-2.5">
      <span className="flex shrink-0">
        {mediaItems.slice(0, STACKED).map((item, index) => (
          <MediaThumb
            key={index}
            item={item}
            type={mediaType}
            className="h-15 w-12 rounded-sm not-first:-ml-7 not-first:shadow-[0_0_0_2px_var(--surface)]"
          />
        ))}
      </span>
      <div className="min-w-0 flex-1">
        <b className="block truncate text-sm font-semibold">
          {several ? `${mediaItems.length} arquivos atuais` : 'Arquivo atual'}
        </b>
        <p className="text-xs text-ink-3">{limits(picking.accepts)}</p>
      </div>
      <FileButton
        picking={picking}
        label={several ? 'Escolher arquivos' : 'Escolher arquivo'}
        replace
        variant="line"
        size="sm"
        className="max-lg:w-full"
      />
    </div>
  );
}

/** As the create dialog says it, of the kinds that are taken. */
function limits(accepts: string): string {
  const kinds = [
    accepts.includes('image/') ? 'JPG e PNG até 8 MB.' : '',
    accepts.includes('video/') ? 'MP4 e MOV até 300 MB.' : '',
  ];
  return kinds.filter((words) => words !== '').join(' ');
}

/** Writes a post's caption anew. */
export function EditCaptionDialog(props: ChangeDialogProps) {
  const { post } = props;
  const [caption, setCaption] = useState(post.caption);
  const [fault, setFault] = useState<string>();
  const change = useChange(post, (changed) => announceChange(changed, props));
  const body = useRef<HTMLDivElement>(null);
  const send = () => {
    const problem = captionProblem(caption, post.caption);
    setFault(problem);
    if (problem === undefined) change.send({ caption });
    else body.current?.querySelector('textarea')?.focus();
  };
  return (
    <ChangeFrame
      {...props}
      title="Editar legenda"
      change={change}
      onSend={send}
      className="lg:max-w-[560px]"
    >
      <div ref={body}>
        <CaptionEditor
          small
          caption={caption}
          error={fault}
          readOnly={change.phase.state === 'sending'}
          onCaption={(text) => {
            setCaption(text);
            setFault(undefined);
          }}
        />
      </div>
    </ChangeFrame>
  );
}

function captionProblem(caption: string, before: string): string | undefined {
  if (captionLength(caption) > CAPTION_MAX) {
    return `Legenda deve ter no máximo ${CAPTION_MAX} caracteres`;
  }
  return caption === before ? 'A legenda ainda é a mesma. Mude o texto para salvar.' : undefined;
}
