import type { DataOf, RequestOf } from '@pontual/contract/endpoint.ts';
import { formatFullDay, formatTime } from '@pontual/contract/brasilia-time.ts';
import { scopeNames, type Scope } from '@pontual/contract/scopes.ts';
import { MAX_TOKENS, TOKEN_PREFIX, type AccessToken } from '@pontual/contract/tokens.ts';
import type { createToken } from '@pontual/contract/tokens.ts';
import type { AccountNews } from '../account/account-news.ts';
import { createAccountRepository } from '../account/account.repository.ts';
import { proveOwner } from '../account/prove-owner.ts';
import { writeAct } from '../audit/audit.writing.ts';
import { createAccessLog } from '../auth/access-log.ts';
import type { AuthenticatedSession } from '../auth/auth.service.ts';
import { holdSession } from '../auth/hold-session.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { AppError } from '../http/app-error.ts';
import type { TokenHolder } from '../http/callers.ts';
import type { Origin } from '../http/origin.ts';
import { hashToken, newId, newToken } from '../ids.ts';
import type { Letter } from '../mail/mail-template.ts';
import { holdWorkspace } from '../posts/posts.limits.ts';
import { createTokensRepository } from './tokens.repository.ts';

export type Tokens = ReturnType<typeof createTokens>;

/** By what programs act for a person: made, shown once, listed, ended. */
export function createTokens(deps: {
  database: Database;
  mail: Pick<AccountNews, 'tell'>;
  publicUrl: string;
  clock: Pick<Clock, 'now'>;
}) {
  const { database, mail, publicUrl, clock } = deps;
  const repository = createTokensRepository(database.db);

  async function all(userId: string): Promise<AccessToken[]> {
    return (await repository.ofUser(userId)).map((row) => ({
      _id: row.id,
      name: row.name,
      workspace: row.workspace_id,
      scopes: row.scopes,
      createdAt: row.created_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      lastUsedAt: row.last_used_at?.toISOString() ?? null,
      isExpired: row.is_expired,
    }));
  }

  return {
    all,

    /** The holder of a token while it holds; using it is noted. */
    async authenticateToken(token: string, from: Origin): Promise<TokenHolder | undefined> {
      const found = await repository.holder(hashToken(token));
      if (found === undefined) return undefined;
      if (found.stale) {
        await repository.touch(found.id);
        await createAccessLog(database.db).write('used', found.user_id, from);
      }
      const { id: tokenId, user_id: userId, workspace_id: workspaceId, role, scopes } = found;
      return { tokenId, userId, workspaceId, role, scopes };
    },

    /** @throws AppError WRONG_PASSWORD, SIGN_IN_AGAIN or TOKENS_FULL */
    async create(
      caller: AuthenticatedSession,
      { password, name, scopes: wanted, days }: RequestOf<typeof createToken>['body'],
    ): Promise<DataOf<typeof createToken>> {
      const { userId, workspaceId } = caller;
      const found = await createAccountRepository(database.db).credentials(caller);
      const { email } = await proveOwner(found, password, 'password');
      const scopes = [...new Set(wanted)];
      const secret = TOKEN_PREFIX + newToken();
      const id = newId();
      await database.inTransaction(async (tx) => {
        const tokens = createTokensRepository(tx);
        if ((await tokens.countLive(userId)) >= MAX_TOKENS) throw new AppError('TOKENS_FULL');
        // A new password has ended it meanwhile: it must leave no token behind.
        if (!(await holdSession(tx, caller))) throw new AppError('UNAUTHENTICATED');
        // Whoever is removed meanwhile leaves none behind either, for when they come back.
        await holdWorkspace(tx, workspaceId);
        const tokenHash = hashToken(secret);
        await tokens.insert({ id, userId, workspaceId, tokenHash, name, scopes, days });
        await writeAct(tx, { workspaceId, kind: 'token.created', detail: { name } });
        const letter = letterOf({ name, scopes, days }, clock.now(), publicUrl);
        await mail.tell(tx, email, { kind: 'letter', letter });
      });
      const token = (await all(userId)).find((one) => one._id === id);
      if (token === undefined) throw unknownToken();
      return { token, secret };
    },

    /** @throws AppError NOT_FOUND */
    async revoke(userId: string, id: string): Promise<void> {
      await database.inTransaction(async (tx) => {
        const removed = await createTokensRepository(tx).remove(userId, id);
        if (removed === undefined) throw unknownToken();
        const { workspace_id: workspaceId, name } = removed;
        await writeAct(tx, { workspaceId, kind: 'token.revoked', detail: { name } });
      });
    },

    forgetOld: () => repository.forgetOld(),
  };
}

const unknownToken = () =>
  new AppError('NOT_FOUND', { message: 'Este token já foi revogado, ou nunca existiu.' });

const letterOf = (
  { name, scopes, days }: { name: string; scopes: readonly Scope[]; days: number },
  at: Date,
  publicUrl: string,
): Letter => ({
  title: 'Novo token de acesso à sua conta',
  paragraphs: [
    `O token “${name}” foi criado em ${formatFullDay(at)}, às ${formatTime(at)} (horário de Brasília). Por ${days} dias, o programa que o tem pode, em seu nome: ${scopes.map((scope) => scopeNames[scope].toLowerCase()).join('; ')}.`,
    'Se não foi você, revogue o token em Programas e troque sua senha agora.',
  ],
  button: { label: 'Ver meus tokens', url: `${publicUrl}/account/programs` },
});
