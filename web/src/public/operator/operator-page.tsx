import {
  OPERATOR_ANSWER_ID,
  operatorPaths,
  type OperatorView,
  type ReviewedLogin,
  type ReviewResult,
} from '@pontual/contract/operations/operator.ts';
import { formatDate, formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import type { ReactNode } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { controlClass, Field } from '../../ui/field.tsx';
import { Wordmark } from '../../ui/wordmark.tsx';
import { lastOutcomeText, outcomeTexts, permissionTexts } from './permission-texts.ts';

type Calls = Extract<OperatorView, { kind: 'calls' }>;
type Permission = ReviewedLogin['permissions'][number];

const answerTo = (path: string) => `${path}#${OPERATOR_ANSWER_ID}`;

const loginNames = { facebook: 'Facebook Login', instagram: 'Instagram Login' } as const;

/** Rendered by the server for each request, and without a script (decision 042). */
export function OperatorPage({ view }: { view: OperatorView }) {
  return (
    <main id="conteudo" className="mx-auto grid max-w-[760px] gap-8 px-5 py-8">
      <header className="grid gap-4">
        <Wordmark />
        <h1 className="font-heading text-[2.125rem] leading-[1.02] font-bold tracking-[-.03em]">
          {view.kind === 'login' ? 'Página de operação' : 'Chamadas de teste para a App Review'}
        </h1>
      </header>
      {view.notice === null ? null : (
        <div id={OPERATOR_ANSWER_ID} tabIndex={-1}>
          <Alert tone="bad">{view.notice}</Alert>
        </div>
      )}
      {view.kind === 'login' ? <LoginForm /> : <CallsPage view={view} />}
    </main>
  );
}

function LoginForm() {
  return (
    <form
      method="post"
      action={answerTo(operatorPaths.login)}
      className="grid max-w-[400px] gap-[18px]"
    >
      <p className="text-ink-2">Só para quem cuida desta instalação da Pontual.</p>
      <Field label="Token de operação" hint="O valor de OPERATOR_TOKEN. A sessão dura 30 minutos.">
        {(control) => (
          <input
            {...control}
            type="password"
            name="token"
            required
            autoComplete="off"
            className={controlClass}
          />
        )}
      </Field>
      <Button type="submit" variant="ink" size="lg">
        Entrar
      </Button>
    </form>
  );
}

function CallsPage({ view }: { view: Calls }) {
  return (
    <>
      <div className="grid gap-3 text-ink-2">
        <p>
          Antes de pedir uma permissão, a Meta quer ver ao menos uma chamada com resposta nos
          últimos 30 dias. O painel da Meta pode levar um dia para mostrar a chamada.
        </p>
        <p>
          As chamadas só leem e criam contêineres de teste. Nada é publicado, mudado ou apagado. Só
          valem contas que <b className="break-words">{view.email}</b> conectou na própria equipe,
          com o e-mail confirmado.
        </p>
      </div>
      {view.logins.map((login) => (
        <LoginSection key={login.login} login={login} result={view.result} />
      ))}
      <form method="post" action={operatorPaths.logout}>
        <Button type="submit" variant="line">
          Sair
        </Button>
      </form>
    </>
  );
}

function LoginSection({ login, result }: { login: ReviewedLogin; result: ReviewResult | null }) {
  const name = loginNames[login.login];
  const ofLogin = result?.login === login.login ? result : null;
  return (
    <section aria-labelledby={login.login} className="grid gap-5">
      <h2 id={login.login} className="font-heading text-2xl font-bold">
        {name}
      </h2>
      <form method="post" action={answerTo(operatorPaths.calls)} className="grid gap-5">
        {login.accounts.length === 0 ? (
          <Alert tone="info">
            Nenhuma conta para chamar. Entre na Pontual com esse e-mail e conecte uma conta pelo{' '}
            {name}.
          </Alert>
        ) : (
          <Field label="Conta do Instagram">
            {(control) => (
              <select
                {...control}
                name="account"
                defaultValue={ofLogin?.connectionId}
                className={controlClass}
              >
                {login.accounts.map(({ connectionId, username }) => (
                  <option key={connectionId} value={connectionId}>
                    @{username}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        {login.permissions.map((permission) => (
          <PermissionItem
            key={permission.name}
            permission={permission}
            canCall={login.accounts.length > 0}
            result={ofLogin?.permission === permission.name ? ofLogin : null}
          />
        ))}
      </form>
    </section>
  );
}

interface PermissionItemProps {
  permission: Permission;
  canCall: boolean;
  result: ReviewResult | null;
}

function PermissionItem({ permission, canCall, result }: PermissionItemProps) {
  const { name, requests } = permission;
  return (
    <article aria-labelledby={name} className="grid gap-3 rounded-md border border-line p-4">
      <h3 id={name} className="font-semibold break-words">
        {name}
      </h3>
      {requests.length === 0 ? (
        <p className="text-sm">
          A Pontual não usa esta permissão. Tire-a das configurações e não a peça à Meta.
        </p>
      ) : (
        <>
          <p className="text-sm">{permissionTexts[name]}</p>
          <ul className="grid gap-1 text-xs text-ink-2">
            {requests.map((request) => (
              <li key={request}>
                <code className="break-all">{request}</code>
              </li>
            ))}
          </ul>
          <p className="text-sm text-ink-2">{historyText(permission)}</p>
          {canCall ? (
            <Button type="submit" variant="line" name="permission" value={name}>
              Fazer as chamadas<span className="sr-only"> de {name}</span>
            </Button>
          ) : null}
        </>
      )}
      {result === null ? null : <Answers result={result} />}
    </article>
  );
}

const dateText = (at: string): string => {
  const date = new Date(at);
  return `${formatDate(date)} às ${formatTime(date)}`;
};

function historyText({ last, succeeded }: Permission): string {
  if (last === null) return 'Nenhuma chamada feita ainda.';
  const failure =
    last.outcome === 'ok'
      ? ''
      : ` Última tentativa em ${dateText(last.calledAt)}: ${lastOutcomeText(last.outcome)}`;
  if (succeeded === null) return `Ainda sem resposta completa.${failure}`;
  const age = succeeded.isRecent ? '' : ', há mais de 30 dias: faça as chamadas de novo';
  return `Última resposta completa em ${dateText(succeeded.at)}${age}.${failure}`;
}

function Answers({ result }: { result: ReviewResult }): ReactNode {
  return (
    <div id={OPERATOR_ANSWER_ID} tabIndex={-1} className="grid scroll-mt-5 gap-3">
      <h4 className="text-sm font-semibold">Respostas para @{result.username}</h4>
      {result.calls.map(({ request, outcome, answer }) => (
        <div key={request} className="grid gap-1.5 text-sm">
          <p>
            <code className="text-xs break-all">{request}</code>
          </p>
          <p>{outcomeTexts[outcome]}</p>
          {answer === '' ? null : (
            <pre className="rounded-md bg-sunken p-3 text-xs break-all whitespace-pre-wrap">
              {answer}
            </pre>
          )}
        </div>
      ))}
    </div>
  );
}
