import type { Clock } from '../platform/clock.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { createGoogle, type GoogleEnv } from './create-google.ts';
import type { Log } from '../platform/log/log.ts';
import type { WakeUps } from '../platform/wake-ups.ts';
import type { ResetWorkspaceAccess } from '../identity/members/reset-workspace-access.ts';
import type { AuthService } from '../identity/sign-in/auth.service.ts';
import { createEmailVerification } from '../identity/sign-in/email-verification.ts';
import { createVerificationLinks } from '../identity/sign-in/verification-links.service.ts';
import { createPasswordReset } from '../identity/sign-in/password-reset.service.ts';

export function createSignInMethods(deps: {
  env: GoogleEnv;
  database: Database;
  auth: Pick<AuthService, 'userById'>;
  wakeUps: Pick<WakeUps, 'send'>;
  resetWorkspaceAccess: ResetWorkspaceAccess;
  disconnect(tx: Tx, workspaceId: string): Promise<string[]>;
  clock: Clock;
  log: Log;
}) {
  const shared = { ...deps, verifyEmail: createEmailVerification(deps) };
  const google = createGoogle(shared);
  const passwordReset = createPasswordReset(shared);
  const verificationLinks = createVerificationLinks(deps);
  return {
    google,
    passwordReset,
    verificationLinks,
    async cleanUpSignInMethods(): Promise<void> {
      await google.forgetExpired();
      await passwordReset.forgetExpired();
      await verificationLinks.forgetExpired();
    },
  };
}
