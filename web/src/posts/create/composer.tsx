import { mediaTypeNames } from '@pontual/contract/post-rules.ts';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { loginFrom, paths } from '../../paths.ts';
import { ComposerActions } from './composer-actions.tsx';
import { ComposerFrame } from './composer-frame.tsx';
import { DetailsStep } from './details-step.tsx';
import { RestoredNotice } from './keep/restored-notice.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import type { Elsewhere } from './preflight/preflight.ts';
import { leaveWordsOf } from './leave-words.ts';
import { AskToLogIn, Outcomes } from './outcomes.tsx';
import { PostPreview, someLikes } from './preview/post-preview.tsx';
import { Scheduled } from './scheduled.tsx';
import { TypeStep } from './type-step.tsx';
import { UploadStep } from './upload-step.tsx';
import { useComposer, type ComposerProps } from './use-composer.ts';
import type { Wizard } from './wizard-state.ts';
import { isSending } from './wizard.ts';

/** The wizard that makes a post, on its page as in its modal (specification, section 2). */
export function Composer(props: ComposerProps) {
  const { open, user } = props;
  const composer = useComposer(props);
  const { wizard, go, picking, body, heading, close } = composer;
  const [likes] = useState(someLikes);
  const goTo = useGoTo(composer.letPass);
  return (
    <ComposerFrame
      frame={wizard.frame}
      open={open}
      onClose={close}
      step={wizard.step}
      initialFocus={heading}
      previewTitle={previewTitle(wizard)}
      preview={
        <PostPreview
          // Another choice of files begins at its first.
          key={wizard.form.files[0]?.url}
          form={wizard.form}
          type={wizard.mediaType}
          user={user}
          likes={likes}
        />
      }
      footer={
        <ComposerActions
          wizard={wizard}
          opening={picking.isOpening}
          onClose={close}
          onContinue={composer.goOn}
          onBack={() => go({ type: 'wentBack' })}
          onSend={composer.trySend}
          onCancelSending={composer.cancel}
        />
      }
    >
      {/* What is on its way is not changed; the details lock each field, and can be read meanwhile. */}
      <div ref={body} inert={isSending(wizard) && wizard.step !== 'details'}>
        {composer.restored === null || isSending(wizard) ? null : (
          <RestoredNotice restored={composer.restored} onStartOver={composer.startOver} />
        )}
        <Step composer={composer} user={user} onAccount={() => goTo(paths.dashboard)} />
      </div>
      <Questions composer={composer} goTo={goTo} />
    </ComposerFrame>
  );
}

/** What stands over the preview. */
const previewTitle = ({ step, mediaType }: Wizard): string =>
  step === 'type' && mediaType !== null
    ? `Prévia como ${mediaTypeNames[mediaType]}`
    : 'Prévia ao vivo';

type Inner = { composer: ReturnType<typeof useComposer> };

/** Leaves the composer on purpose. Login and registration lead back here, where the post waits. */
function useGoTo(letPass: () => void): (to: string) => void {
  const navigate = useNavigate();
  const location = useLocation();
  return (to) => {
    letPass();
    void navigate(to, { state: loginFrom(location).state });
  };
}

function Step(props: Inner & Pick<ComposerProps, 'user'> & { onAccount: () => void }) {
  const { composer, user, onAccount } = props;
  const { wizard, go, dispatch, picking, ahead, heading } = composer;
  const editing = { dispatch, picking, ahead, heading };
  const goElsewhere = (at: Elsewhere) => {
    if (at === 'account') onAccount();
    else go({ type: at === 'type' ? 'wentBack' : 'wentToFiles' });
  };
  switch (wizard.step) {
    case 'upload':
      return <UploadStep wizard={wizard} {...editing} />;
    case 'type':
      return (
        <TypeStep
          wizard={wizard}
          {...editing}
          onChoose={(mediaType) => go({ type: 'typeChosen', mediaType })}
        />
      );
    case 'details':
      return <DetailsStep wizard={wizard} user={user} onElsewhere={goElsewhere} {...editing} />;
    case 'done':
      return <Scheduled wizard={wizard} heading={heading} />;
  }
}

/** What is asked over the form. */
function Questions({ composer, goTo }: Inner & { goTo: (to: string) => void }) {
  const { wizard, dispatch, trySend, unsaved, setUnsaved } = composer;
  return (
    <>
      <Outcomes
        wizard={wizard}
        onDismiss={() => dispatch({ type: 'failureDismissed' })}
        onAgain={trySend}
        onDemo={() => trySend('demo')}
        onConnect={() => goTo(paths.dashboard)}
      />
      <AskToLogIn
        aim={unsaved}
        onDismiss={() => setUnsaved(null)}
        onLogIn={() => goTo(paths.login)}
        onRegister={() => goTo(paths.register)}
      />
      {composer.isGuarded ? (
        <LeaveGuard
          words={leaveWordsOf(wizard)}
          closing={composer.closing}
          // All else is kept in the browser.
          endsWithPage={isSending(wizard)}
          onStay={composer.stay}
          onLeave={composer.discard}
        />
      ) : null}
    </>
  );
}
