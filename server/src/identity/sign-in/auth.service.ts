import type { AuthenticatedSession } from '../../platform/http/authentication.ts';
import type { User } from '@pontual/contract/identity/auth.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Origin, Visitor } from '../../platform/http/origin.ts';
import { hashToken, newId } from '../../platform/ids.ts';
import type { MediaLinks } from '../../media/links.ts';
import { createAccessLog, type AccessLog } from './access-log.repository.ts';
import { createAuthRepository, type UserView } from './auth.repository.ts';
import type { WakeUps } from '../../platform/wake-ups.ts';
import { requestVerificationLink } from './verification-links.service.ts';
import { startSession } from './start-session.ts';
import { hashPassword, passwordMatches, type PasswordCost } from './passwords.ts';

interface SessionWithToken {
  user: User;
  token: string;
}

export type AuthService = ReturnType<typeof createAuthService>;

export function createAuthService(deps: {
  database: Database;
  mediaLinks: MediaLinks;
  accessLog: AccessLog;
  wakeUps: Pick<WakeUps, 'send'>;
  passwordCost: PasswordCost | undefined;
}) {
  const { database, mediaLinks, accessLog, wakeUps, passwordCost } = deps;
  const repository = createAuthRepository(database.db);

  async function userById(userId: string, workspaceId?: string): Promise<User> {
    const found = await repository.findUser(userId, workspaceId);
    if (found === undefined) throw new AppError('UNAUTHENTICATED');
    return presentUser(found, mediaLinks);
  }

  return {
    /** @throws AppError EMAIL_TAKEN */
    async register(
      { email, password }: { email: string; password: string },
      from: Origin,
    ): Promise<User> {
      const passwordHash = await hashPassword(password, passwordCost);
      const id = newId();
      await database.inTransaction(async (tx) => {
        const users = createAuthRepository(tx);
        if (!(await users.insertUser({ id, email, passwordHash }))) {
          throw new AppError('EMAIL_TAKEN');
        }
        await users.insertWorkspace(newId(), id);
        await createAccessLog(tx).write('registered', id, from);
        await requestVerificationLink(tx, id);
      });
      wakeUps.send([{ topic: 'work' }]);
      return userById(id);
    },

    /** @throws AppError INVALID_CREDENTIALS, the same for an unknown address */
    async login(
      { email, password }: { email: string; password: string },
      visitor: Visitor,
    ): Promise<SessionWithToken> {
      const found = await repository.findByEmail(email);
      const matches = await passwordMatches(found?.password_hash ?? null, password);
      if (found?.password_hash == null || !matches) throw new AppError('INVALID_CREDENTIALS');
      const newSession = { userId: found.id, passwordHash: found.password_hash, visitor };
      const token = await database.inTransaction((tx) => startSession(tx, newSession));
      if (token === undefined) throw new AppError('INVALID_CREDENTIALS');
      return { user: await userById(found.id), token };
    },

    /** Extends the session. @throws AppError WORKSPACE_LEFT when the user is not a member of the workspace */
    async authenticate(
      token: string,
      from: Origin,
      requestedWorkspaceId?: string,
    ): Promise<AuthenticatedSession | undefined> {
      const found = await repository.findSession(hashToken(token), requestedWorkspaceId);
      if (found === undefined) return undefined;
      const { id: sessionId, user_id: userId, workspace_id: workspaceId, role } = found;
      if (found.stale) {
        await repository.touchSession(sessionId);
        await accessLog.write('used', userId, from);
      }
      if (workspaceId !== null && role !== null) return { sessionId, userId, workspaceId, role };
      if (requestedWorkspaceId !== undefined) throw new AppError('WORKSPACE_LEFT');
      return undefined;
    },

    forgetExpired: () => repository.forgetExpired(),
    logout: ({ sessionId }: AuthenticatedSession) => repository.deleteSession(sessionId),
    userById,
  };
}

function presentUser(user: UserView, mediaLinks: MediaLinks): User {
  return {
    _id: user.id,
    email: user.email,
    isEmailVerified: user.isEmailVerified,
    plan: user.plan,
    subscriptionStatus: user.subscription_status,
    instagramAccountId: user.ig_user_id,
    instagramUsername: user.username,
    instagramConnectedAt: user.connected_at?.toISOString() ?? null,
    role: user.role,
    workspace: user.workspace_id,
    workspaces: user.workspaces,
    memberCount: user.memberCount,
    accounts: user.accounts,
    profilePicture:
      user.picture_file_id === null ? null : mediaLinks.forOwner(user.picture_file_id, 'thumbnail'),
  };
}
