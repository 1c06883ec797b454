import type {
  DeviceSession,
  NotificationPreferences,
  changePassword,
  getUserSettings,
  setNotifications,
} from '@pontual/contract/identity/user.ts';
import type { DataOf, RequestOf } from '@pontual/contract/shared/endpoint.ts';
import type { AuthenticatedSession } from '../../platform/http/authentication.ts';
import { hashPassword } from '../sign-in/passwords.ts';
import { endPendingAccess } from '../sign-in/pending-access.repository.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { WakeUps } from '../../platform/wake-ups.ts';
import { notify } from '../../notifications/notify.ts';
import { createUserRepository } from './user.repository.ts';
import { describeDevice } from '../../platform/http/devices.rules.ts';
import { reauthenticate } from './reauthenticate.ts';

type PreferenceChanges = RequestOf<typeof setNotifications>['body'];

export type UserService = ReturnType<typeof createUserService>;

export function createUserService(deps: { database: Database; wakeUps: Pick<WakeUps, 'send'> }) {
  const { database, wakeUps } = deps;
  const repository = createUserRepository(database.db);

  /** A tab whose session has ended is logged out. */
  const refreshOpenTabs = (workspaceId: string) =>
    wakeUps.send([{ topic: 'account', workspaceId }]);

  async function getSettings(userId: string): Promise<DataOf<typeof getUserSettings>> {
    const found = await repository.find(userId);
    if (found === undefined) throw new AppError('UNAUTHENTICATED');
    const { new_email: email, expires_at: expiresAt } = found;
    return {
      hasPassword: found.has_password,
      notifications: {
        postFailed: found.notify_failed,
        postAtRisk: found.notify_at_risk,
        weeklySummary: found.notify_weekly,
      },
      pendingEmail:
        email === null || expiresAt === null ? null : { email, expiresAt: expiresAt.toISOString() },
    };
  }

  return {
    getSettings,

    async setNotifications(
      userId: string,
      changes: PreferenceChanges,
    ): Promise<NotificationPreferences> {
      await repository.setNotifications(userId, changes);
      return (await getSettings(userId)).notifications;
    },

    async sessions({ userId, sessionId }: AuthenticatedSession): Promise<DeviceSession[]> {
      const sessions = (await repository.liveSessions(userId)).map((row) => ({
        _id: row.id,
        device: describeDevice(row.user_agent),
        lastUsedAt: row.last_seen_at.toISOString(),
        isCurrent: row.id === sessionId,
      }));
      return sessions.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
    },

    /** @throws AppError NOT_FOUND */
    async endSession({ userId, workspaceId }: AuthenticatedSession, id: string): Promise<void> {
      if (!(await repository.endSession(userId, id))) {
        throw new AppError('NOT_FOUND', { message: 'Este dispositivo já saiu da sua conta.' });
      }
      refreshOpenTabs(workspaceId);
    },

    async endSessions(
      caller: AuthenticatedSession,
      { includeCurrent }: { includeCurrent: boolean },
    ): Promise<number> {
      const except = includeCurrent ? undefined : caller.sessionId;
      const ended = await repository.endSessions(caller.userId, { except });
      refreshOpenTabs(caller.workspaceId);
      return ended;
    },

    /** @throws AppError WRONG_PASSWORD or SIGN_IN_AGAIN */
    async changePassword(
      caller: AuthenticatedSession,
      passwords: RequestOf<typeof changePassword>['body'],
    ): Promise<void> {
      const { userId, sessionId, workspaceId } = caller;
      const own = await reauthenticate(
        await repository.credentials(caller),
        passwords.currentPassword,
        'currentPassword',
      );
      const to = await hashPassword(passwords.newPassword);
      await database.inTransaction(async (tx) => {
        const users = createUserRepository(tx);
        if (!(await users.replacePassword(userId, { from: own.passwordHash, to }))) {
          throw new AppError('WRONG_PASSWORD');
        }
        await endPendingAccess(tx, userId);
        await users.endSessions(userId, { except: sessionId });
        await notify(tx, { kind: 'password-changed', userId });
      });
      refreshOpenTabs(workspaceId);
    },
  };
}
