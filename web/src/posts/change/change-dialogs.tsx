import type { MediaType, Post } from '@pontual/contract/posts.ts';
import { useReducer, useRef, useState } from 'react';
import { CaptionEditor } from '../create/caption/caption-editor.tsx';
import { FileButton } from '../create/file-button.tsx';
import { FilesCard } from '../create/files-card.tsx';
import { limitsText } from '../create/file-rules.ts';
import { FitChoices } from '../create/fit-choices.tsx';
import { fitsOf, withFit } from '../create/fit-rules.ts';
import type { PickedFile } from '../create/form-rules.ts';
import { LeftOutFiles } from '../create/left-out-files.tsx';
import {
  admit,
  nothingLeftOut,
  selectionOfRest,
  type LeftOut,
  type Selection,
} from '../create/selection.ts';
import { Opening } from '../create/opening.tsx';
import { problemOf, type Problem } from '../create/problem.ts';
import { ProblemNotice } from '../create/upload-step.tsx';
import { standingOf } from '../create/uploads/upload-state.ts';
import { useOutbox, type Ahead } from '../create/uploads/use-outbox.ts';
import { useFiles, type FileAction, type FilePicking } from '../create/use-files.ts';
import type { WizardAction } from '../create/wizard-state.ts';
import { captionFault } from '../caption-text.ts';
import { MediaThumb } from '../media-thumb.tsx';
import { usePastCaptions } from '../past-captions.queries.ts';
import { useMediaTypes } from '../posts.queries.ts';
import type { PublishDialogProps } from '../publish-dialogs.tsx';
import { announceChange, ChangeFrame } from './change-frame.tsx';
import type { Work } from './leave-words.ts';
import { acceptedInPlace, replacementProblem } from './replacement.ts';
import { useChange } from './use-change.ts';

interface Chosen {
  files: readonly PickedFile[];
  /** Why the last selection cannot take the place of what the post has. */
  problem: Problem | null;
  leftOut: LeftOut;
}
type ChosenAction =
  | FileAction
  | WizardAction<'fitChosen'>
  | { type: 'sentWithout' }
  | { type: 'noticesDismissed' };

const nothing: Chosen = { files: [], problem: null, leftOut: nothingLeftOut };

function problemWith(
  files: readonly PickedFile[],
  { problem }: Chosen,
  type: MediaType,
): Problem | null {
  const text = replacementProblem(files, type);
  return text === null ? null : problemOf(text, problem);
}

function withSelection(chosen: Chosen, selection: Selection, type: MediaType): Chosen {
  const { files, leftOut } = admit(chosen.files, selection);
  if (files === chosen.files) return { ...chosen, leftOut, problem: null };
  const problem = problemWith(files, chosen, type);
  return problem === null ? { files, leftOut, problem } : { ...chosen, leftOut, problem };
}

const reducerFor =
  ({ mediaType }: Post) =>
  (chosen: Chosen, action: ChosenAction): Chosen => {
    switch (action.type) {
      case 'filesChosen':
        return withSelection(chosen, action, mediaType);
      case 'restTaken':
        return withSelection(chosen, selectionOfRest(chosen.leftOut), mediaType);
      case 'fitChosen':
        return { ...chosen, files: withFit(chosen.files, action) };
      case 'sentWithout':
        return { ...chosen, problem: problemWith([], chosen, mediaType) };
      case 'noticesDismissed':
        return { ...chosen, problem: null, leftOut: nothingLeftOut };
      case 'hintExpired':
        return chosen;
    }
  };

/** Takes other files in place of all that a post has. */
export function ChangeMediaDialog(props: PublishDialogProps) {
  const { post } = props;
  const [{ files, problem, leftOut }, dispatch] = useReducer(reducerFor(post), nothing);
  const several = post.mediaType === 'CAROUSEL';
  const accepts = acceptedInPlace(useMediaTypes(), post.mediaType);
  const kept = props.open ? [...files, ...leftOut.rest] : nothing.files;
  const picking = useFiles({ accepts, several, kept, dispatch });
  // What is given up is not sent any further.
  const ahead = useOutbox(props.open ? files : nothing.files);
  const change = useChange(post, (changed) => announceChange(changed, props));
  const { phase } = change;
  const form = useRef<HTMLDivElement>(null);
  // Of the button that was pressed, and is gone.
  const moveFocus = () => form.current?.querySelector('button')?.focus();
  const dismiss = () => {
    dispatch({ type: 'noticesDismissed' });
    moveFocus();
  };
  return (
    <ChangeFrame
      {...props}
      title={several ? 'Trocar arquivos' : 'Trocar arquivo'}
      change={change}
      work={files.length === 0 ? null : workOf(files, ahead)}
      opening={picking.isOpening}
      onSend={() => {
        if (files.length === 0) dispatch({ type: 'sentWithout' });
        else {
          const fits = fitsOf(files, post.mediaType);
          change.send({ fits }, { outbox: ahead.outbox, files });
        }
      }}
      className="lg:max-w-[520px]"
    >
      <div ref={form}>
        <Opening shown={picking.isOpening} />
        {files.length === 0 ? (
          <Present post={post} picking={picking} />
        ) : (
          <FilesCard
            files={files}
            mediaType={post.mediaType}
            picking={picking}
            ahead={ahead}
            fraction={phase.state === 'sending' ? phase.fraction : null}
            next="salvando"
          />
        )}
        <FitChoices
          files={files}
          type={post.mediaType}
          locked={phase.state === 'sending'}
          onFit={({ url }, fit) => dispatch({ type: 'fitChosen', url, fit })}
        />
        <ProblemNotice problem={problem} onDismiss={dismiss} />
        <LeftOutFiles
          leftOut={leftOut}
          onTakeRest={() => {
            picking.takeRest();
            moveFocus();
          }}
          onDismiss={dismiss}
        />
      </div>
    </ChangeFrame>
  );
}

const workOf = (files: readonly PickedFile[], { uploads }: Ahead): Work => ({
  what: files.length === 1 ? 'file' : 'files',
  isGoing: standingOf(files, uploads).fraction !== null,
});

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
        <p className="text-xs text-ink-3">{limitsText(picking.accepts)}</p>
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

/** Writes a post's caption anew. */
export function EditCaptionDialog(props: PublishDialogProps) {
  const { post } = props;
  const [caption, setCaption] = useState(post.caption);
  const [fault, setFault] = useState<string>();
  const pastCaptions = usePastCaptions();
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
      work={caption === post.caption ? null : { what: 'caption', isGoing: false }}
      onSend={send}
      className="lg:max-w-[560px]"
    >
      <div ref={body}>
        <CaptionEditor
          small
          required={post.mediaType !== 'STORIES'}
          caption={caption}
          error={fault}
          readOnly={change.phase.state === 'sending'}
          pastCaptions={pastCaptions}
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
  if (caption === before) return 'A legenda ainda é a mesma. Mude o texto para salvar.';
  return captionFault(caption);
}
