import { mediaTypeNames } from '@pontual/contract/posts/post-rules.ts';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useUserWithAccount } from '../instagram/instagram-accounts-queries.ts';
import { hasSeveralAccounts } from '../instagram/has-several-accounts.ts';
import { loginReturningTo, paths } from '../ui/page/paths.ts';
import { LoginPrompt } from './login-prompt.tsx';
import { ComposerActions } from './composer-actions.tsx';
import { ComposerFrame } from './composer-frame.tsx';
import { DetailsStep } from './details-step.tsx';
import type { DraftLockResult } from './draft-store/draft-lock.ts';
import { NotSavedNotice } from './draft-store/not-saved-notice.tsx';
import { RestoredNotice } from './draft-store/restored-notice.tsx';
import { queueOffline } from './queue-offline.ts';
import { LeaveGuard } from '../ui/page/leave-guard.tsx';
import type { FixTarget } from './preflight/preflight.ts';
import { leaveDialogText } from './leave-dialog-text.ts';
import { SubmitDialogs } from './submit-dialogs.tsx';
import { PostPreview, createRandomLikes } from './preview/post-preview.tsx';
import { SuccessStep } from './success-step.tsx';
import { TypeStep } from './type-step.tsx';
import { UploadStep } from './upload-step.tsx';
import { submitAnnouncement } from './uploads/upload-announcements.ts';
import { useComposer, type ComposerProps } from './use-composer.ts';
import type { SubmitMode, Wizard } from './wizard-state.ts';
import { isSending } from './wizard.ts';

/** Loaded on demand: few workspaces have several Instagram accounts. */
const AccountBar = lazy(async () => ({
  default: (await import('../instagram/instagram-account-bar.tsx')).InstagramAccountBar,
}));

/** Specification, section 2. */
export function Composer(props: ComposerProps) {
  const { open, user, setup } = props;
  const composer = useComposer(props);
  const { wizard, go, dispatch, picking, body, heading, close } = composer;
  const [likes] = useState(createRandomLikes);
  const previewUser = useUserWithAccount(user, wizard.form.instagramAccountId);
  const onAccountChosen = useCallback(
    (instagramAccountId: string) =>
      dispatch({ type: 'optionsChosen', options: { instagramAccountId } }),
    [dispatch],
  );
  const leaveTo = useLeaveTo(composer.allowLeaving);
  const connect = () => {
    setup.draftStore.markAwaitingAccount();
    leaveTo(paths.dashboard);
  };
  // When the browser finally refuses to save, the composer behaves as without a draft lock.
  const draftLock =
    composer.saveStatus === 'refused' && setup.draftLock === 'own' ? 'none' : setup.draftLock;
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
          key={wizard.form.files[0]?.url}
          form={wizard.form}
          type={wizard.mediaType}
          user={previewUser}
          likes={likes}
          isWriting={wizard.step !== 'done'}
        />
      }
      accountBar={
        user !== null && hasSeveralAccounts(user) && wizard.step !== 'done' ? (
          <Suspense
            fallback={<div className="h-[61px] shrink-0 border-b border-line lg:h-[53px]" />}
          >
            <AccountBar
              user={user}
              account={wizard.form.instagramAccountId}
              locked={isSending(wizard)}
              onAccount={onAccountChosen}
            />
          </Suspense>
        ) : null
      }
      footer={
        <ComposerActions
          wizard={wizard}
          isOpeningFiles={picking.isOpening}
          onClose={close}
          onContinue={composer.continueToNextStep}
          onBack={() => go({ type: 'wentBack' })}
          onSubmit={composer.trySubmit}
          onCancelSubmit={composer.cancel}
        />
      }
    >
      {/* Rendered before its text exists, because screen readers miss a new live region. */}
      <output className="sr-only">{submitAnnouncement(wizard)}</output>
      <div ref={body}>
        {isSending(wizard) ? null : (
          <RestoredNotice
            restored={composer.restored}
            wizard={wizard}
            onStartOver={composer.startOver}
          />
        )}
        <NotSavedNotice draftLock={draftLock} />
        <div hidden={wizard.step === 'done'}>{props.renderIncomingFiles?.(composer)}</div>
        <Step composer={composer} user={user} onConnect={connect} />
      </div>
      <ComposerDialogs
        composer={composer}
        draftLock={draftLock}
        isVisitor={user === null}
        onLogIn={() => setup.draftStore.markAwaitingLogin()}
        onConnect={connect}
        onQueueOffline={(submitMode) =>
          queueOffline({ wizard, submitMode, user, onQueued: () => composer.discard(false) })
        }
        leaveTo={leaveTo}
      />
    </ComposerFrame>
  );
}

const previewTitle = ({ step, mediaType }: Wizard): string =>
  step === 'type' && mediaType !== null
    ? `Prévia como ${mediaTypeNames[mediaType]}`
    : 'Prévia ao vivo';

type WithComposer = { composer: ReturnType<typeof useComposer> };

/** Leaves without a confirmation; login and registration lead back to the stored post. */
function useLeaveTo(allowLeaving: () => void): (to: string) => void {
  const navigate = useNavigate();
  const location = useLocation();
  return (to) => {
    allowLeaving();
    void navigate(to, { state: loginReturningTo(location).state });
  };
}

function Step(props: WithComposer & Pick<ComposerProps, 'user'> & { onConnect: () => void }) {
  const { composer, user, onConnect } = props;
  const { wizard, go, dispatch, picking, earlyUploads, heading } = composer;
  const editing = { dispatch, picking, earlyUploads, heading };
  const goToFixTarget = (at: FixTarget) => {
    if (at === 'account') onConnect();
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
      return (
        <DetailsStep wizard={wizard} user={user} onGoToFixTarget={goToFixTarget} {...editing} />
      );
    case 'done':
      return <SuccessStep wizard={wizard} heading={heading} />;
  }
}

function ComposerDialogs(
  props: WithComposer & {
    draftLock: DraftLockResult;
    isVisitor: boolean;
    onLogIn: () => void;
    onConnect: () => void;
    onQueueOffline: (submitMode: SubmitMode) => void;
    leaveTo: (to: string) => void;
  },
) {
  const { composer, draftLock, isVisitor, onLogIn, onConnect, leaveTo, onQueueOffline } = props;
  const { wizard, dispatch, trySubmit, loginPromptMode, setLoginPromptMode } = composer;
  const isSaved = composer.saveStatus === 'held';
  const logIn = (to: string) => {
    onLogIn();
    leaveTo(to);
  };
  return (
    <>
      <SubmitDialogs
        wizard={wizard}
        onDismiss={() => dispatch({ type: 'failureDismissed' })}
        onRetry={trySubmit}
        onDemo={() => trySubmit('demo')}
        onConnect={onConnect}
        onQueueOffline={onQueueOffline}
      />
      <LoginPrompt
        submitMode={loginPromptMode}
        draftLock={draftLock}
        isSaved={isSaved}
        onDismiss={() => setLoginPromptMode(null)}
        onLogIn={() => logIn(paths.login)}
        onRegister={() => logIn(paths.register)}
      />
      {composer.hasLeaveGuard ? (
        <LeaveGuard
          text={leaveDialogText(wizard)}
          isClosing={composer.isClosing}
          isLostOnUnload={isSending(wizard) || !isSaved}
          isVisitor={isVisitor && !isSaved}
          onStay={composer.stay}
          onLeave={composer.discard}
        />
      ) : null}
    </>
  );
}
