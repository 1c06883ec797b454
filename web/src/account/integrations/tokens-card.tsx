import { formatDate } from '@pontual/contract/shared/brasilia-time.ts';
import { scopeNames } from '@pontual/contract/shared/scopes.ts';
import type { ApiToken } from '@pontual/contract/public-api/api-tokens.ts';
import { KeyRound } from 'lucide-react';
import { useRef, type RefObject } from 'react';
import { formatLastUse } from '../last-use.ts';
import { useSession } from '../../api/session.tsx';
import { QueryState } from '../../ui/page/query-state.tsx';
import { useMinute } from '../../ui/page/use-minute.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { failureToast } from '../../ui/page/failure-toast.ts';
import { showToast } from '../../ui/toast.tsx';
import { useRevokeToken, useTokens } from './tokens-queries.ts';
import { IfEmailVerified } from '../verification/if-email-verified.tsx';
import { TokenDialog } from './token-dialog.tsx';
import { useDialogState } from '../../ui/use-dialog-state.ts';

type TitleRef = RefObject<HTMLHeadingElement | null>;

export function TokensCard({ hasPassword }: { hasPassword: boolean }) {
  const query = useTokens();
  const title = useRef<HTMLHeadingElement>(null);
  const dialog = useDialogState();
  return (
    <Card aria-label="Tokens de acesso">
      <CardHeader title="Tokens de acesso" titleRef={title} />
      <CardBody className="grid gap-4 pt-2.5!">
        <p className="text-sm text-pretty text-ink-2">
          Com um token, um programa seu lê e agenda posts pela API. Ao trocar a senha ou o e-mail da
          conta, todos deixam de valer.
        </p>
        <QueryState
          query={query}
          failed="Não foi possível carregar seus tokens."
          focusAfter={title}
        >
          {(tokens) => (
            <>
              {tokens.length === 0 ? null : (
                <ul className="grid divide-y divide-line border-y border-line">
                  {tokens.map((token) => (
                    <Token key={token._id} token={token} title={title} />
                  ))}
                </ul>
              )}
              <IfEmailVerified purpose="criar tokens">
                <Button
                  variant="ink"
                  icon={<KeyRound size={16} />}
                  aria-haspopup="dialog"
                  className="lg:justify-self-start"
                  onClick={() => dialog.show(true)}
                >
                  Criar token
                </Button>
              </IfEmailVerified>
            </>
          )}
        </QueryState>
        {dialog.key === null ? null : (
          <TokenDialog
            key={dialog.key}
            open={dialog.open}
            onClose={dialog.close}
            hasPassword={hasPassword}
          />
        )}
      </CardBody>
    </Card>
  );
}

function Token({ token, title }: { token: ApiToken; title: TitleRef }) {
  const { _id: id, name, scopes, expiresAt, lastUsedAt, isExpired } = token;
  const now = useMinute();
  const { user } = useSession();
  const teams = user?.workspaces ?? [];
  const team = teams.length > 1 && teams.find(({ _id: one }) => one === token.workspace);
  const revoke = useRevokeToken();
  const onRevoke = () =>
    revoke.mutate(id, {
      onSuccess: () => {
        showToast({ text: `Token ${name} revogado` });
        title.current?.focus();
      },
      onError: failureToast('Não foi possível revogar o token. Tente de novo.'),
    });
  const usageText =
    lastUsedAt === null ? 'Nunca usado' : `Último uso: ${formatLastUse(new Date(lastUsedAt), now)}`;
  const expiryText = `${isExpired ? 'Venceu' : 'Vence'} em ${formatDate(new Date(expiresAt))}`;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <KeyRound size={20} className="text-ink-3" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-semibold wrap-anywhere">
          {name}
          {isExpired ? <Badge tone="bad">Vencido</Badge> : null}
        </p>
        <p className="text-xs text-pretty text-ink-2">
          {scopes.map((scope) => scopeNames[scope]).join(' · ')}
        </p>
        {team ? <p className="text-xs wrap-anywhere text-ink-2">Age em {team.name}</p> : null}
        <p className="text-xs text-ink-3">
          {usageText} · {expiryText}
        </p>
      </div>
      <Button
        variant="line"
        size="sm"
        className="max-sm:ml-8"
        busy={revoke.isPending}
        busyLabel={isExpired ? 'Removendo...' : 'Revogando...'}
        onClick={onRevoke}
      >
        {isExpired ? 'Remover' : 'Revogar'}
        <span className="sr-only">: {name}</span>
      </Button>
    </li>
  );
}
