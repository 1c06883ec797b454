import type { DataOf, RequestOf } from '@pontual/contract/shared/endpoint.ts';
import {
  MAX_API_TOKENS,
  API_TOKEN_PREFIX,
  type ApiToken,
} from '@pontual/contract/public-api/api-tokens.ts';
import type { createApiToken } from '@pontual/contract/public-api/api-tokens.ts';
import { notify } from '../../notifications/notify.ts';
import { createUserRepository } from '../../identity/users/user.repository.ts';
import { requireVerifiedEmail } from '../../identity/sign-in/require-verified-email.ts';
import { reauthenticate } from '../../identity/users/reauthenticate.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import { createAccessLog } from '../../identity/sign-in/access-log.repository.ts';
import type { AuthenticatedSession } from '../../platform/http/authentication.ts';
import { lockSession } from '../../identity/sign-in/lock-session.repository.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { TokenHolder } from '../../platform/http/authentication.ts';
import type { Origin } from '../../platform/http/origin.ts';
import { hashToken, newId, newToken } from '../../platform/ids.ts';
import { lockWorkspace } from '../../identity/members/lock-workspace.ts';
import { createApiTokensRepository } from './api-tokens.repository.ts';

export type ApiTokens = ReturnType<typeof createApiTokens>;

export function createApiTokens({ database }: { database: Database }) {
  const repository = createApiTokensRepository(database.db);

  async function all(userId: string): Promise<ApiToken[]> {
    return (await repository.listByUser(userId)).map((row) => ({
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

    async authenticateToken(token: string, from: Origin): Promise<TokenHolder | undefined> {
      const found = await repository.findHolder(hashToken(token));
      if (found === undefined) return undefined;
      if (found.stale) {
        await repository.touch(found.id);
        await createAccessLog(database.db).write('used', found.user_id, from);
      }
      const { id: tokenId, user_id: userId, workspace_id: workspaceId, role, scopes } = found;
      return { tokenId, userId, workspaceId, role, scopes };
    },

    /** @throws AppError EMAIL_NOT_VERIFIED, WRONG_PASSWORD, SIGN_IN_AGAIN or TOKENS_FULL */
    async create(
      caller: AuthenticatedSession,
      { password, name, scopes: requestedScopes, days }: RequestOf<typeof createApiToken>['body'],
    ): Promise<DataOf<typeof createApiToken>> {
      const { userId, workspaceId } = caller;
      await requireVerifiedEmail(database.db, userId);
      const found = await createUserRepository(database.db).credentials(caller);
      await reauthenticate(found, password, 'password');
      const scopes = [...new Set(requestedScopes)];
      const secret = API_TOKEN_PREFIX + newToken();
      const id = newId();
      await database.inTransaction(async (tx) => {
        const tokens = createApiTokensRepository(tx);
        if ((await tokens.countLive(userId)) >= MAX_API_TOKENS) throw new AppError('TOKENS_FULL');
        // A password change may have ended the session meanwhile and must leave no token behind.
        if (!(await lockSession(tx, caller))) throw new AppError('UNAUTHENTICATED');
        // Prevents a token of a member who is removed meanwhile; it would be valid again if they return.
        await lockWorkspace(tx, workspaceId);
        const tokenHash = hashToken(secret);
        await tokens.insert({ id, userId, workspaceId, tokenHash, name, scopes, days });
        await recordAudit(tx, { workspaceId, kind: 'token.created', detail: { name } });
        await notify(tx, { kind: 'token-created', userId, name, scopes, days });
      });
      const token = (await all(userId)).find((one) => one._id === id);
      if (token === undefined) throw unknownToken();
      return { token, secret };
    },

    /** @throws AppError NOT_FOUND */
    async revoke(userId: string, id: string): Promise<void> {
      await database.inTransaction(async (tx) => {
        const removed = await createApiTokensRepository(tx).remove(userId, id);
        if (removed === undefined) throw unknownToken();
        const { workspace_id: workspaceId, name } = removed;
        await recordAudit(tx, { workspaceId, kind: 'token.revoked', detail: { name } });
      });
    },

    deleteOld: () => repository.deleteOld(),
  };
}

const unknownToken = () =>
  new AppError('NOT_FOUND', { message: 'Este token já foi revogado, ou nunca existiu.' });
