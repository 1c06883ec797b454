import type { UserEmails } from '../account/user-emails.ts';
import type { Clock } from '../clock.ts';
import type { Database, Tx } from '../database/database.ts';
import { createGoogle, type GoogleEnv } from '../google/create-google.ts';
import type { Log } from '../log.ts';
import type { Notifications } from '../notices/notifications.service.ts';
import type { WakeUps } from '../wake-ups.ts';
import type { ResetWorkspaceAccess } from '../people/reset-workspace-access.ts';
import type { AuthEmails } from './auth-emails.ts';
import type { AuthService } from './auth.service.ts';
import { createEmailVerification } from './email-verification.ts';
import { createPasswordReset } from './password-reset.service.ts';

/** The ways into an account that prove its address: Google and a reset by mail. */
export function createSignInMethods(deps: {
  env: GoogleEnv;
  database: Database;
  auth: Pick<AuthService, 'userById'>;
  authEmails: AuthEmails;
  userEmails: Pick<UserEmails, 'enqueue'>;
  notifications: Pick<Notifications, 'add'>;
  wakeUps: Pick<WakeUps, 'send'>;
  resetWorkspaceAccess: ResetWorkspaceAccess;
  disconnect(tx: Tx, workspaceId: string): Promise<string[]>;
  clock: Clock;
  log: Log;
}) {
  const shared = { ...deps, verifyEmail: createEmailVerification(deps) };
  const google = createGoogle(shared);
  const recovery = createPasswordReset({ ...shared, publicUrl: deps.env.PUBLIC_URL });
  return {
    google,
    recovery,
    async cleanUpSignInMethods(): Promise<void> {
      await google.forgetExpired();
      await recovery.forgetExpired();
    },
  };
}
