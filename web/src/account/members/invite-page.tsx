import type { User } from '@pontual/contract/identity/auth.ts';
import type { DataOf } from '@pontual/contract/shared/endpoint.ts';
import {
  acceptInvitation,
  declineInvitation,
  readInvitation,
} from '@pontual/contract/identity/members.ts';
import { roleNames } from '@pontual/contract/shared/roles.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { failureText, isRefusal } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { PageQueryClient } from '../../api/page-query-client.tsx';
import { useSession } from '../../api/session.tsx';
import { AuthFrame } from '../../public/auth/auth-frame.tsx';
import { MonthGraphic } from '../../public/auth/month-graphic.tsx';
import { QueryState } from '../../ui/page/query-state.tsx';
import { loginReturningTo, paths } from '../../ui/page/paths.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Alert } from '../../ui/alert.tsx';
import { SkeletonBar, Skeleton } from '../../ui/skeleton.tsx';
import { roleDescriptions } from './role-descriptions.ts';
import { switchWorkspace } from './switch-workspace.ts';

type InvitationDetails = DataOf<typeof readInvitation>;

interface EndedInvite {
  title: string;
  text: string;
  tone: 'bad' | 'ok';
}

/** Opening the link accepts nothing. */
export function InvitePage() {
  // A fragment is not sent to a server.
  const token = useLocation().hash.slice(1);
  return (
    <PageQueryClient>
      <InviteLoader key={token} token={token} />
    </PageQueryClient>
  );
}

function InviteLoader({ token }: { token: string }) {
  const query = useQuery({
    enabled: token !== '',
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => call(readInvitation, { body: { token }, signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [answered, setAnswered] = useState<EndedInvite | null>(null);
  const ended = answered ?? describeInvalid(token, query.error);
  if (ended !== null) {
    return (
      <InviteFrame title={ended.title} lead="Convite para uma equipe.">
        <Alert tone={ended.tone} live>
          <span className="wrap-anywhere">{ended.text}</span>
        </Alert>
        <ContinueLink />
      </InviteFrame>
    );
  }
  if (query.data !== undefined) {
    return <OpenInvite token={token} invitation={query.data} onEnd={setAnswered} />;
  }
  return (
    <InviteFrame title="Convite" lead="Convite para uma equipe.">
      <QueryState
        query={query}
        failed={(error) => failureText(error, 'Não foi possível abrir o convite.')}
        loading={
          <Skeleton className="grid gap-3">
            <SkeletonBar className="h-4 w-3/4" />
            <SkeletonBar className="h-12" />
          </Skeleton>
        }
      />
    </InviteFrame>
  );
}

/** A rate-limited request must wait, but its link stays valid. */
function describeInvalid(token: string, error: Error | null): EndedInvite | null {
  if (token === '')
    return invalidInvite('O link está incompleto. Abra de novo o que está no e-mail.');
  return isRefusal(error) && error.status !== 429 ? invalidInvite(error.message) : null;
}

const invalidInvite = (text: string): EndedInvite => ({
  title: 'Este convite não vale',
  text,
  tone: 'bad',
});

function InviteFrame(props: { title: string; lead: string; children: ReactNode }) {
  return (
    <AuthFrame title={props.title} lead={props.lead} graphic={<MonthGraphic />}>
      {props.children}
    </AuthFrame>
  );
}

function ContinueLink() {
  const { status } = useSession();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) link.current?.focus();
  }, []);
  return (
    <Link
      ref={link}
      to={status === 'user' ? paths.dashboard : paths.home}
      className={buttonClass({ variant: 'ink', size: 'lg', block: true })}
    >
      {status === 'user' ? 'Ir para o Dashboard' : 'Ir para o início'}
    </Link>
  );
}

interface OpenInviteProps {
  token: string;
  invitation: InvitationDetails;
  onEnd: (ended: EndedInvite) => void;
}

function OpenInvite({ token, invitation, onEnd }: OpenInviteProps) {
  const { user } = useSession();
  const { team, email, role, invitedBy } = invitation;
  const [busy, setBusy] = useState<'accept' | 'decline' | null>(null);
  const [failure, setFailure] = useState<string>();
  const respond = async (answer: 'accept' | 'decline') => {
    setBusy(answer);
    setFailure(undefined);
    try {
      if (answer === 'accept') {
        switchWorkspace((await call(acceptInvitation, { body: { token } })).user);
        return;
      }
      await call(declineInvitation, { body: { token } });
      const text = 'Avisamos a equipe. Se mudar de ideia, peça outro convite.';
      onEnd({ title: 'Convite recusado', text, tone: 'ok' });
    } catch (error) {
      setBusy(null);
      if (isRefusal(error) && (error.status === 404 || error.status === 409)) {
        onEnd(invalidInvite(error.message));
      } else setFailure(failureText(error, 'Não foi possível responder. Tente de novo.'));
    }
  };
  const isInvitedUser = user !== null && user.email.toLowerCase() === email.toLowerCase();
  return (
    <InviteFrame
      title="Você tem um convite"
      lead="Para trabalhar nos posts de Instagram de uma equipe."
    >
      <dl className="grid gap-3 rounded-md border border-line bg-surface px-4 py-3.5">
        <InviteFact name="Equipe">{team}</InviteFact>
        {invitedBy === null || invitedBy === team ? null : (
          <InviteFact name="Quem convidou">{invitedBy}</InviteFact>
        )}
        <InviteFact name="Seu acesso" more={roleDescriptions[role]}>
          {roleNames[role]}
        </InviteFact>
      </dl>
      {failure === undefined ? null : (
        <Alert tone="bad" live>
          {failure}
        </Alert>
      )}
      {isInvitedUser ? (
        <Button
          variant="ink"
          size="lg"
          block
          busy={busy === 'accept'}
          busyLabel="Entrando..."
          disabled={busy === 'decline'}
          onClick={() => void respond('accept')}
        >
          Aceitar convite
        </Button>
      ) : (
        <SignIn user={user} invitation={invitation} />
      )}
      {isInvitedUser || user === null ? (
        <Button
          variant="ghost"
          block
          busy={busy === 'decline'}
          busyLabel="Recusando..."
          disabled={busy === 'accept'}
          onClick={() => void respond('decline')}
        >
          Recusar
        </Button>
      ) : null}
    </InviteFrame>
  );
}

function InviteFact(props: { name: string; more?: string; children: string }) {
  return (
    <div>
      <dt className="text-xs text-ink-3">{props.name}</dt>
      <dd className="font-semibold wrap-anywhere">{props.children}</dd>
      {props.more === undefined ? null : (
        <dd className="text-sm text-pretty text-ink-2">{props.more}</dd>
      )}
    </div>
  );
}

/** Only the user with the invited email address can accept. */
function SignIn({ user, invitation }: { user: User | null; invitation: InvitationDetails }) {
  const { logout } = useSession();
  const navigate = useNavigate();
  const { to, state } = loginReturningTo(useLocation());
  const { email, hasAccount } = invitation;
  const signInLink = hasAccount
    ? { to, label: 'Entrar para aceitar' }
    : { to: paths.register, label: 'Criar conta para aceitar' };
  const switchUser = () => {
    logout();
    void navigate(signInLink.to, { state });
  };
  if (user !== null) {
    return (
      <>
        <Alert tone="warn">
          <span className="wrap-anywhere">
            Este convite é para {email}, e você está na conta de {user.email}.
          </span>
        </Alert>
        <Button variant="ink" size="lg" block onClick={switchUser}>
          Sair e trocar de conta
        </Button>
        <Link to={paths.dashboard} className={buttonClass({ variant: 'ghost', block: true })}>
          Continuar nesta conta
        </Link>
      </>
    );
  }
  return (
    <>
      <p className="text-sm text-pretty wrap-anywhere text-ink-2">
        {hasAccount
          ? `Entre com ${email} e volte para cá.`
          : `Crie a sua conta com ${email}. É grátis, e você volta para cá ao entrar.`}
      </p>
      <Link
        to={signInLink.to}
        state={state}
        className={buttonClass({ variant: 'ink', size: 'lg', block: true })}
      >
        {signInLink.label}
      </Link>
    </>
  );
}
