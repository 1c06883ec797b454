import type { User } from '@pontual/contract/auth.ts';
import type { DataOf } from '@pontual/contract/endpoint.ts';
import { acceptInvitation, declineInvitation, readInvitation } from '@pontual/contract/people.ts';
import { roleNames } from '@pontual/contract/roles.ts';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { failureText } from '../account/form-failure.ts';
import { isRefusal } from '../api/api-error.ts';
import { call } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { AuthFrame } from '../auth/auth-frame.tsx';
import { MonthGraphic } from '../auth/month-graphic.tsx';
import { loginFrom, paths } from '../paths.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Bone, Skeleton } from '../ui/skeleton.tsx';
import { roleWords } from './role-words.ts';
import { workAs } from './work-as.ts';

type Invited = DataOf<typeof readInvitation>;

type Found =
  | { state: 'asking' }
  | { state: 'open'; invited: Invited }
  /** It holds no more, or never did, or was declined just now. */
  | { state: 'over'; title: string; text: string; tone: 'bad' | 'ok' }
  | { state: 'unreached'; text: string };

/** /invite: where the link of an invitation leads. Nothing is accepted by opening it. */
export function InvitePage() {
  const { hash, search } = useLocation();
  // Behind the `#` no server sees it; links of the version before have it in front, and hold for a week.
  const token = hash.slice(1) || (new URLSearchParams(search).get('token') ?? '');
  const [found, setFound] = useState<Found>({ state: 'asking' });
  // The server is outside React; the page asks once for each link.
  useEffect(() => {
    let isWanted = true;
    void ask(token).then((next) => {
      if (isWanted) setFound(next);
    });
    return () => {
      isWanted = false;
    };
  }, [token]);

  if (found.state === 'open') {
    return <Open token={token} invited={found.invited} onOver={setFound} />;
  }
  if (found.state === 'over') {
    return (
      <Frame title={found.title} lead="Convite para uma equipe.">
        <Notice tone={found.tone} live>
          <span className="wrap-anywhere">{found.text}</span>
        </Notice>
        <WayOn />
      </Frame>
    );
  }
  return (
    <Frame title="Convite" lead="Convite para uma equipe.">
      {found.state === 'asking' ? (
        <Skeleton className="grid gap-3">
          <Bone className="h-4 w-3/4" />
          <Bone className="h-12" />
        </Skeleton>
      ) : (
        <>
          <Notice tone="warn" live>
            {found.text}
          </Notice>
          <Button
            variant="ink"
            size="lg"
            block
            onClick={() => {
              setFound({ state: 'asking' });
              void ask(token).then(setFound);
            }}
          >
            Tentar de novo
          </Button>
        </>
      )}
    </Frame>
  );
}

/** What a link invites to. */
async function ask(token: string): Promise<Found> {
  if (token === '') return invalid('O link está incompleto. Abra de novo o que está no e-mail.');
  try {
    return { state: 'open', invited: await call(readInvitation, { body: { token } }) };
  } catch (error) {
    if (isRefusal(error) && error.status !== 429) return invalid(error.message);
    return { state: 'unreached', text: failureText(error, 'Não foi possível abrir o convite.') };
  }
}

const invalid = (text: string): Found => ({
  state: 'over',
  title: 'Este convite não vale',
  text,
  tone: 'bad',
});

function Frame(props: { title: string; lead: string; children: ReactNode }) {
  return (
    <AuthFrame title={props.title} lead={props.lead} graphic={<MonthGraphic />}>
      {props.children}
    </AuthFrame>
  );
}

/** From a link that leads nowhere. */
function WayOn() {
  const { status } = useSession();
  const link = useRef<HTMLAnchorElement>(null);
  // The button that had the focus is gone, if one had it.
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

interface OpenProps {
  token: string;
  invited: Invited;
  onOver: (found: Found) => void;
}

function Open({ token, invited, onOver }: OpenProps) {
  const { user } = useSession();
  const { team, email, role, invitedBy } = invited;
  const [busy, setBusy] = useState<'accept' | 'decline' | null>(null);
  const [failure, setFailure] = useState<string>();
  const act = async (what: 'accept' | 'decline') => {
    setBusy(what);
    setFailure(undefined);
    try {
      if (what === 'accept') {
        workAs((await call(acceptInvitation, { body: { token } })).user);
        return;
      }
      await call(declineInvitation, { body: { token } });
      const text = 'Avisamos a equipe. Se mudar de ideia, peça outro convite.';
      onOver({ state: 'over', title: 'Convite recusado', text, tone: 'ok' });
    } catch (error) {
      setBusy(null);
      if (isRefusal(error) && (error.status === 404 || error.status === 409)) {
        onOver(invalid(error.message));
      } else setFailure(failureText(error, 'Não foi possível responder. Tente de novo.'));
    }
  };
  const isTheirs = user !== null && user.email.toLowerCase() === email.toLowerCase();
  return (
    <Frame title="Você tem um convite" lead="Para trabalhar nos posts de Instagram de uma equipe.">
      <dl className="grid gap-3 rounded-md border border-line bg-surface px-4 py-3.5">
        <Fact name="Equipe">{team}</Fact>
        {invitedBy === null || invitedBy === team ? null : (
          <Fact name="Quem convidou">{invitedBy}</Fact>
        )}
        <Fact name="Seu acesso" more={roleWords[role]}>
          {roleNames[role]}
        </Fact>
      </dl>
      {failure === undefined ? null : (
        <Notice tone="bad" live>
          {failure}
        </Notice>
      )}
      {isTheirs ? (
        <Button
          variant="ink"
          size="lg"
          block
          busy={busy === 'accept'}
          busyLabel="Entrando..."
          disabled={busy === 'decline'}
          onClick={() => void act('accept')}
        >
          Aceitar convite
        </Button>
      ) : (
        <SignIn user={user} invited={invited} />
      )}
      {isTheirs || user === null ? (
        <Button
          variant="ghost"
          block
          busy={busy === 'decline'}
          busyLabel="Recusando..."
          disabled={busy === 'accept'}
          onClick={() => void act('decline')}
        >
          Recusar
        </Button>
      ) : null}
    </Frame>
  );
}

function Fact(props: { name: string; more?: string; children: string }) {
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

/** Only whoever has the address that was invited can accept. */
function SignIn({ user, invited }: { user: User | null; invited: Invited }) {
  const { logout } = useSession();
  const navigate = useNavigate();
  const { to, state } = loginFrom(useLocation());
  const { email, hasAccount } = invited;
  const first = hasAccount
    ? { to, label: 'Entrar para aceitar' }
    : { to: paths.register, label: 'Criar conta para aceitar' };
  const leave = () => {
    logout();
    void navigate(first.to, { state });
  };
  if (user !== null) {
    return (
      <>
        <Notice tone="warn">
          <span className="wrap-anywhere">
            Este convite é para {email}, e você está na conta de {user.email}.
          </span>
        </Notice>
        <Button variant="ink" size="lg" block onClick={leave}>
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
        to={first.to}
        state={state}
        className={buttonClass({ variant: 'ink', size: 'lg', block: true })}
      >
        {first.label}
      </Link>
    </>
  );
}
