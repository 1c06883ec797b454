import { useRef, useState } from 'react';
import { CaptionEditor } from '../create/caption/caption-editor.tsx';
import { useTopics } from '../create/caption/use-topics.ts';
import type { PickedFile } from '../create/form-rules.ts';
import { fitField } from '../create/fit-rules.ts';
import { standingOf } from '../create/uploads/upload-state.ts';
import { SimilarPosts } from '../create/preflight/similar-posts.tsx';
import { useSimilarChange } from '../create/preflight/use-similar.ts';
import { captionFault } from '../caption-text.ts';
import { usePastCaptions } from '../past-captions.queries.ts';
import type { PostDialogProps } from '../question-dialog.tsx';
import { announceChange, ChangeFrame } from './change-frame.tsx';
import type { Work } from './leave-words.ts';
import { ReplacementFields } from './replacement-fields.tsx';
import { useChange } from './use-change.ts';
import { useReplacement, type Replacement } from './use-replacement.ts';

const none: readonly PickedFile[] = [];

/** Takes other files in place of all that a post has. */
export function ChangeMediaDialog(props: PostDialogProps) {
  const { post, open } = props;
  const replacement = useReplacement(post, open);
  const { files, fits, picking, ahead, dispatch } = replacement;
  const change = useChange(post, (changed) => announceChange(changed, props));
  const { phase } = change;
  const { besideFiles } = useSimilarChange(post, { files, caption: post.caption });
  return (
    <ChangeFrame
      {...props}
      title={picking.several ? 'Trocar arquivos' : 'Trocar arquivo'}
      change={change}
      work={files.length === 0 ? null : workOf(replacement)}
      opening={picking.isOpening}
      onSend={() => {
        if (files.length === 0) dispatch({ type: 'sentWithout' });
        else change.send({ fields: fitField(fits) }, { outbox: ahead.outbox, files });
      }}
      className="lg:max-w-[520px]"
    >
      <ReplacementFields
        post={post}
        replacement={replacement}
        fraction={phase.state === 'sending' ? phase.fraction : null}
      />
      <SimilarPosts posts={besideFiles} />
    </ChangeFrame>
  );
}

const workOf = ({ files, ahead: { uploads } }: Replacement): Work => ({
  what: files.length === 1 ? 'file' : 'files',
  isGoing: standingOf(files, uploads).fraction !== null,
});

/** Writes a post's caption anew. */
export function EditCaptionDialog(props: PostDialogProps) {
  const { post } = props;
  const [caption, setCaption] = useState(post.caption);
  const [fault, setFault] = useState<string>();
  const pastCaptions = usePastCaptions();
  // Suggestions that arrive after the dialog would move its buttons.
  const isComplete = useTopics() !== undefined && pastCaptions !== undefined;
  const change = useChange(post, (changed) => announceChange(changed, props));
  const { besideCaption } = useSimilarChange(post, { files: none, caption });
  const body = useRef<HTMLDivElement>(null);
  const send = () => {
    const problem = captionProblem(caption, post.caption);
    setFault(problem);
    if (problem === undefined) change.send({ fields: { caption } });
    else body.current?.querySelector('textarea')?.focus();
  };
  return (
    <ChangeFrame
      {...props}
      open={props.open && isComplete}
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
        <SimilarPosts posts={besideCaption} />
      </div>
    </ChangeFrame>
  );
}

function captionProblem(caption: string, before: string): string | undefined {
  if (caption === before) return 'A legenda ainda é a mesma. Mude o texto para salvar.';
  return captionFault(caption);
}
