import {
  cancelEmailChange,
  changeEmail,
  changePassword,
  confirmEmail,
  endSession,
  endSessions,
  getUserSettings,
  listSessions,
  requestVerification,
  setNotifications,
  verifyEmail,
} from '@pontual/contract/identity/user.ts';
import type { FastifyRequest } from 'fastify';
import type { AccessLog } from '../sign-in/access-log.repository.ts';
import type { Throttle } from '../../platform/http/throttle.ts';
import { originOf } from '../../platform/http/origin.ts';
import { serve, type ApiRouter } from '../../platform/http/serve.ts';
import type { UserService } from './user.service.ts';
import type { VerificationLinks } from '../sign-in/verification-links.service.ts';
import type { EmailChangeService } from './email-change.service.ts';

export function registerUserRoutes(
  serving: ApiRouter,
  deps: {
    users: UserService;
    emailChange: EmailChangeService;
    verificationLinks: VerificationLinks;
    throttle: Throttle;
    accessLog: AccessLog;
  },
): void {
  const { users, emailChange, verificationLinks, throttle, accessLog } = deps;
  /** An attacker at an open session must not guess the password. */
  const withPasswordThrottle = <T>(userId: string, { ip }: FastifyRequest, act: () => Promise<T>) =>
    throttle.attempt({ what: 'prove-password', account: userId, address: ip }, act);

  serve(serving, getUserSettings, (_request, { userId }) => users.getSettings(userId));

  serve(serving, setNotifications, async ({ body }, { userId }) => ({
    notifications: await users.setNotifications(userId, body),
  }));

  serve(serving, listSessions, async (_request, caller) => ({
    sessions: await users.sessions(caller),
  }));

  serve(serving, endSession, async ({ params }, caller) => {
    await users.endSession(caller, params.id);
    return null;
  });

  serve(serving, endSessions, async ({ query }, caller, { request }) => {
    const includeCurrent = query.includeCurrent === 'true';
    const ended = await users.endSessions(caller, { includeCurrent });
    if (includeCurrent) await accessLog.write('logged_out', caller.userId, originOf(request));
    return { ended };
  });

  serve(serving, changePassword, async ({ body }, caller, { request }) => {
    await withPasswordThrottle(caller.userId, request, () => users.changePassword(caller, body));
    return null;
  });

  serve(serving, changeEmail, ({ body }, caller, { request }) => {
    const { userId } = caller;
    const by = { what: 'send-link', account: userId, address: request.ip } as const;
    // The caller freely enters the address that gets the email.
    return throttle.attempt(by, () =>
      withPasswordThrottle(userId, request, () => emailChange.requestChange(caller, body)),
    );
  });

  serve(serving, cancelEmailChange, async (_request, caller) => {
    await emailChange.cancel(caller);
    return null;
  });

  serve(serving, requestVerification, async (_request, caller) => {
    await verificationLinks.request(caller);
    return null;
  });

  serve(serving, verifyEmail, ({ body }, caller, { request }) =>
    throttle.attempt({ what: 'open-link', account: null, address: request.ip }, async () => ({
      email: await verificationLinks.verify(body.token, caller),
    })),
  );

  serve(serving, confirmEmail, ({ body }, caller, { request }) =>
    throttle.attempt({ what: 'open-link', account: null, address: request.ip }, async () => ({
      email: await emailChange.confirm(body.token, caller),
    })),
  );
}
