import type { DataOf } from '@pontual/contract/shared/endpoint.ts';
import {
  cancelAccountChoice,
  chooseInstagramAccounts,
  readAccountChoice,
  type InstagramLogin,
  type OfferedAccount,
} from '@pontual/contract/instagram/instagram.ts';
import {
  checkOfferedAccounts,
  type AccountReadiness,
} from '@pontual/contract/instagram/readiness.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { failureText, isRefusal } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { paths } from '../../ui/page/paths.ts';
import { POSTS } from '../../api/query-keys.ts';
import { Avatar } from '../../ui/page/avatar.tsx';
import { QueryState } from '../../ui/page/query-state.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Alert } from '../../ui/alert.tsx';
import { SkeletonBar, Skeleton } from '../../ui/skeleton.tsx';
import { ConnectButton } from '../../instagram/connect-button.tsx';
import { loginNames } from '../../instagram/login-names.ts';
import { ReadinessText } from '../../instagram/readiness-text.tsx';

type AccountChoice = DataOf<typeof readAccountChoice>;

const FAILED = 'Não foi possível conectar agora. Tente de novo.';

const otherAccountText = (replaced: string) =>
  `Você entrou no Instagram com outra conta, e não com @${replaced}, que está conectada.`;

const loginTexts = {
  facebook: {
    anotherPerson: (replaced: string) =>
      `Você entrou no Facebook com outro perfil, e @${replaced}, a conta conectada, não apareceu. Marque-a, ou entre com o perfil que a conectou.`,
    notTicked: (replaced: string) =>
      `A conta @${replaced}, que está conectada, não foi marcada na janela do Facebook.`,
    notFound: 'Não achou a conta? Marque a página dela na janela do Facebook.',
  },
  instagram: {
    anotherPerson: otherAccountText,
    notTicked: otherAccountText,
    notFound: 'Não é esta a conta? No Instagram, saia dela e entre com a certa.',
  },
} as const satisfies Record<InstagramLogin, object>;

export function ChoosePage() {
  const query = useQuery({
    queryKey: ['instagram-choice'],
    queryFn: ({ signal }) => call(readAccountChoice, { signal }),
    retry: false,
    // A choice can be used only once, so it is not cached.
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <div className="grid min-h-[calc(100dvh-200px)] place-items-center">
      <title>Escolher a conta · Pontual</title>
      <Card className="w-full max-w-[560px]">
        {query.data === undefined ? (
          <h1 className="sr-only">Escolher a conta do Instagram</h1>
        ) : null}
        <QueryState
          query={query}
          failed="Não foi possível carregar as contas."
          loading={
            <Skeleton className="p-6">
              <SkeletonBar className="h-8" />
              <SkeletonBar className="mt-4 h-16" />
              <SkeletonBar className="mt-2 h-16" />
            </Skeleton>
          }
          renderRefused={(error) =>
            isRefusal(error) ? <Refusal message={error.message} /> : undefined
          }
          className="m-4"
        >
          {(choice) => <ChoiceForm choice={choice} />}
        </QueryState>
      </Card>
    </div>
  );
}

const Refusal = ({ message }: { message: string }) => (
  <ErrorState
    title="Nada foi conectado"
    message={message}
    actions={
      <Link to={paths.dashboard} className={buttonClass({ variant: 'ink' })}>
        Ir para o Dashboard
      </Link>
    }
  />
);

function ChoiceForm({ choice }: { choice: AccountChoice }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { accounts, login, adds, room, replaces, isAnotherPerson } = choice;
  const texts = loginTexts[login];
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<string>();
  const connect = useMutation({
    mutationFn: () => call(chooseInstagramAccounts, { body: { accounts: [...chosen] } }),
    onMutate: () => setFailure(undefined),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: POSTS });
      await navigate(`${paths.connected}?connected=true`, { replace: true });
    },
    onError: (error) => setFailure(failureText(error, FAILED)),
  });
  const cancel = useMutation({
    mutationFn: () => call(cancelAccountChoice, {}),
    // The choice expires by itself, so a failed cancel needs no retry.
    onSettled: () => navigate(paths.dashboard, { replace: true }),
  });
  // The choice is possible before Instagram has answered.
  const { data: checked } = useQuery({
    queryKey: ['instagram-choice', 'readiness'],
    queryFn: ({ signal }) => call(checkOfferedAccounts, { signal }),
    retry: false,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const isSingle = room < 2;
  const onChoose = (id: string) =>
    setChosen(
      isSingle ? [id] : chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id],
    );
  const isPermissionMissing = accounts.some(({ refusal }) => refusal?.startsWith('missing_'));
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-5 px-5 py-7 sm:px-8"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen.length > 0 && !connect.isPending) connect.mutate();
      }}
    >
      <div className="grid gap-2">
        <h1 className="font-heading text-[1.625rem] leading-[1.1] font-bold tracking-[-.025em] text-pretty">
          {isSingle ? 'Qual conta você quer conectar?' : 'Quais contas você quer conectar?'}
        </h1>
        <p className="text-pretty text-ink-2">
          {isSingle
            ? 'Seus posts são publicados na conta que você escolher.'
            : `Escolha até ${room}. Em cada post você diz em qual conta ele é publicado.`}
        </p>
      </div>
      {replaces === null ? null : (
        <Alert tone="warn">
          {isAnotherPerson ? texts.anotherPerson(replaces) : texts.notTicked(replaces)} Se você
          continuar, a conta escolhida entra no lugar dela, e os posts agendados de @{replaces} só
          são publicados em outra conta se você confirmar.
        </Alert>
      )}
      {room === 0 ? (
        <Alert tone="warn">
          O seu plano não inclui mais uma conta do Instagram. Desconecte uma delas ou mude de plano.
        </Alert>
      ) : null}
      <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-2" disabled={connect.isPending}>
        <legend className="sr-only">Contas do Instagram</legend>
        {accounts.map((account) => {
          const { instagramAccountId: id } = account;
          const isChosen = chosen.includes(id);
          return (
            <Row
              key={id}
              account={account}
              hasPage={login === 'facebook'}
              readiness={checked?.accounts.find((one) => one.instagramAccountId === id)}
              type={isSingle ? 'radio' : 'checkbox'}
              isChosen={isChosen}
              isFull={room === 0 || (!isSingle && !isChosen && chosen.length >= room)}
              onChoose={() => onChoose(id)}
            />
          );
        })}
      </fieldset>
      {failure === undefined ? null : (
        <Alert tone="bad" live>
          {failure}
        </Alert>
      )}
      <div className="flex flex-wrap gap-2 max-sm:flex-col">
        <Button
          type="submit"
          variant="ipe"
          size="lg"
          disabled={chosen.length === 0}
          busy={connect.isPending}
          busyLabel="Conectando..."
        >
          {chosen.length > 1 ? `Conectar ${chosen.length} contas` : 'Conectar'}
        </Button>
        <Button variant="line" size="lg" busy={cancel.isPending} onClick={() => cancel.mutate()}>
          Agora não
        </Button>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line pt-4 text-sm text-ink-2">
        <p className="min-w-0 flex-1 basis-52 text-pretty">
          {isPermissionMissing
            ? `Falta uma permissão. Deixe todas marcadas na janela do ${loginNames[login]}.`
            : texts.notFound}
        </p>
        <ConnectButton
          rerequest
          another={adds}
          login={login}
          onFailure={setFailure}
          label={`Abrir o ${loginNames[login]} de novo`}
        />
      </div>
    </form>
  );
}

interface RowProps {
  account: OfferedAccount;
  hasPage: boolean;
  /** Undefined until Instagram has answered. */
  readiness: AccountReadiness | undefined;
  type: 'radio' | 'checkbox';
  isChosen: boolean;
  isFull: boolean;
  onChoose: () => void;
}

function Row({ account, hasPage, readiness, type, isChosen, isFull, onChoose }: RowProps) {
  const { user } = useSession();
  const { username, pageName, picture, isConnected, refusal } = account;
  const note = describeRefusal(account);
  return (
    <label className="flex min-h-16 cursor-pointer items-center gap-3 rounded-field border-[1.5px] border-line px-3.5 py-2.5 has-checked:border-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-(--focus-line) has-focus-visible:shadow-[0_0_0_3px_var(--focus-halo)] has-disabled:cursor-not-allowed">
      <Avatar
        user={{ email: user?.email ?? '', instagramUsername: username, profilePicture: picture }}
        className="size-10 text-base"
      />
      <span className="min-w-0 flex-1 wrap-anywhere">
        <span className="block leading-[1.4] font-semibold">@{username}</span>
        {hasPage ? <span className="block text-xs text-ink-2">Página {pageName}</span> : null}
        {note === null ? null : <span className="block text-xs text-ink-2">{note}</span>}
        {readiness === undefined ? null : <ReadinessText readiness={readiness} isInLabel />}
      </span>
      <input
        // A connected account is not part of the choice: another radio button would uncheck it.
        type={isConnected ? 'checkbox' : type}
        name={isConnected ? undefined : 'instagram-account'}
        className="size-5 shrink-0 accent-ink"
        checked={isChosen || isConnected}
        disabled={isConnected || refusal !== null || isFull}
        onChange={onChoose}
      />
    </label>
  );
}

function describeRefusal({ isConnected, refusal }: OfferedAccount): string | null {
  if (isConnected) return 'Já está conectada';
  if (refusal === 'missing_account') return 'A permissão foi dada para outra conta ou página';
  if (refusal === 'personal_account') return 'Não é uma conta profissional';
  if (refusal === 'missing_publish') return 'Falta a permissão de publicar nesta conta';
  if (refusal === 'cannot_publish') return 'Seu acesso a esta página não permite publicar';
  return null;
}
