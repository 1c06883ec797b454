import { mediaTypeNames } from '@pontual/contract/post-rules.ts';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useAs } from '../../instagram/accounts.queries.ts';
import { hasSeveral } from '../../instagram/has-several.ts';
import { loginFrom, paths } from '../../paths.ts';
import { AskToLogIn } from './ask-to-log-in.tsx';
import { ComposerActions } from './composer-actions.tsx';
import { ComposerFrame } from './composer-frame.tsx';
import { DetailsStep } from './details-step.tsx';
import type { Place } from './keep/claim.ts';
import { NotKept } from './keep/not-kept.tsx';
import { RestoredNotice } from './keep/restored-notice.tsx';
import { keepToSend } from './keep-to-send.ts';
import { LeaveGuard } from './leave-guard.tsx';
import type { Elsewhere } from './preflight/preflight.ts';
import { leaveWordsOf } from './leave-words.ts';
import { Outcomes } from './outcomes.tsx';
import { PostPreview, someLikes } from './preview/post-preview.tsx';
import { Scheduled } from './scheduled.tsx';
import { TypeStep } from './type-step.tsx';
import { UploadStep } from './upload-step.tsx';
import { sendingWords } from './uploads/upload-words.ts';
import { useComposer, type ComposerProps } from './use-composer.ts';
import type { Aim, Wizard } from './wizard-state.ts';
import { isSending } from './wizard.ts';

/** Loaded on demand: few workspaces have several accounts. */
const AccountBar = lazy(async () => ({
  default: (await import('../../instagram/account-bar.tsx')).AccountBar,
}));

/** The wizard that makes a post, on its page as in its modal (specification, section 2). */
export function Composer(props: ComposerProps) {
  const { open, user, begun } = props;
  const composer = useComposer(props);
  const { wizard, go, dispatch, picking, body, heading, close } = composer;
  const [likes] = useState(someLikes);
  const shown = useAs(user, wizard.form.account);
  const onAccount = useCallback(
    (account: string) => dispatch({ type: 'optionsChosen', options: { account } }),
    [dispatch],
  );
  const goTo = useGoTo(composer.letPass);
  const connect = () => {
    begun.keeper.awaitAccount();
    goTo(paths.dashboard);
  };
  // What the browser has refused in the end is as good as no place.
  const place = composer.standing === 'refused' && begun.place === 'own' ? 'none' : begun.place;
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
          user={shown}
          likes={likes}
        />
      }
      account={
        user !== null && hasSeveral(user) && wizard.step !== 'done' ? (
          <Suspense
            fallback={<div className="h-[61px] shrink-0 border-b border-line lg:h-[53px]" />}
          >
            <AccountBar
              user={user}
              account={wizard.form.account ?? null}
              locked={isSending(wizard)}
              onAccount={onAccount}
            />
          </Suspense>
        ) : null
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
      {/* Here before its words come, or screen readers miss them. */}
      <output className="sr-only">{sendingWords(wizard)}</output>
      <div ref={body}>
        {isSending(wizard) ? null : (
          <RestoredNotice
            restored={composer.restored}
            wizard={wizard}
            onStartOver={composer.startOver}
          />
        )}
        <NotKept place={place} />
        <div hidden={wizard.step === 'done'}>{props.renderArriving?.(composer)}</div>
        <Step composer={composer} user={user} onAccount={connect} />
      </div>
      <Questions
        composer={composer}
        place={place}
        isVisitors={user === null}
        onLogIn={() => begun.keeper.awaitLogin()}
        onConnect={connect}
        onKeep={(aim) => keepToSend({ wizard, aim, user, onKept: () => composer.discard(false) })}
        goTo={goTo}
      />
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
function Questions(
  props: Inner & {
    place: Place;
    isVisitors: boolean;
    onLogIn: () => void;
    onConnect: () => void;
    onKeep: (aim: Aim) => void;
    goTo: (to: string) => void;
  },
) {
  const { composer, place, isVisitors, onLogIn, onConnect, goTo, onKeep } = props;
  const { wizard, dispatch, trySend, unsaved, setUnsaved } = composer;
  const isKept = composer.standing === 'held';
  const logIn = (to: string) => {
    onLogIn();
    goTo(to);
  };
  return (
    <>
      <Outcomes
        wizard={wizard}
        onDismiss={() => dispatch({ type: 'failureDismissed' })}
        onAgain={trySend}
        onDemo={() => trySend('demo')}
        onConnect={onConnect}
        onKeep={onKeep}
      />
      <AskToLogIn
        aim={unsaved}
        place={place}
        isKept={isKept}
        onDismiss={() => setUnsaved(null)}
        onLogIn={() => logIn(paths.login)}
        onRegister={() => logIn(paths.register)}
      />
      {composer.isGuarded ? (
        <LeaveGuard
          words={leaveWordsOf(wizard)}
          closing={composer.closing}
          endsWithPage={isSending(wizard) || !isKept}
          isVisitors={isVisitors && !isKept}
          onStay={composer.stay}
          onLeave={composer.discard}
        />
      ) : null}
    </>
  );
}
