import {
  cancelEmailChange,
  changeEmail,
  changePassword,
  confirmEmail,
  endOtherSessions,
  endSession,
  getAccount,
  listSessions,
  setNotifications,
} from '@pontual/contract/account.ts';
import { serve, type Serving } from '../http/serve.ts';
import type { AccountService } from './account.service.ts';
import type { EmailChange } from './email-change.ts';

export function registerAccountRoutes(
  serving: Serving,
  { account, emailChange }: { account: AccountService; emailChange: EmailChange },
): void {
  serve(serving, getAccount, (_request, { userId }) => account.account(userId));

  serve(serving, setNotifications, async ({ body }, { userId }) => ({
    notifications: await account.setNotifications(userId, body),
  }));

  serve(serving, listSessions, async (_request, caller) => ({
    sessions: await account.sessions(caller),
  }));

  serve(serving, endSession, async ({ params }, caller) => {
    await account.endSession(caller, params.id);
    return null;
  });

  serve(serving, endOtherSessions, async (_request, caller) => ({
    ended: await account.endOtherSessions(caller),
  }));

  serve(serving, changePassword, async ({ body }, caller) => {
    await account.changePassword(caller, body);
    return null;
  });

  serve(serving, changeEmail, ({ body }, caller) => emailChange.ask(caller, body));

  serve(serving, cancelEmailChange, async (_request, caller) => {
    await emailChange.cancel(caller);
    return null;
  });

  serve(serving, confirmEmail, async ({ body }, caller) => ({
    email: await emailChange.confirm(body.token, caller),
  }));
}
