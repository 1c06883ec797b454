import type { Clock } from '../clock.ts';
import type { VerifyEmail } from '../auth/email-verification.ts';
import type { Database } from '../database/database.ts';
import type { Env } from '../env.ts';
import type { Log } from '../log.ts';
import type { Notifications } from '../notices/notifications.service.ts';
import type { WakeUps } from '../wake-ups.ts';
import { createGoogleLinking } from './google.linking.ts';
import { createGoogleProvider } from './google.provider.ts';
import { GOOGLE_CALLBACK_PATH } from './google.routes.ts';
import { createGoogleSignIn } from './google.sign-in.ts';

export type GoogleEnv = Pick<
  Env,
  'PUBLIC_URL' | 'GOOGLE_ISSUER' | 'GOOGLE_CLIENT_ID' | 'GOOGLE_CLIENT_SECRET'
>;

/** Signing in with Google, from its parts. */
export function createGoogle(deps: {
  env: GoogleEnv;
  database: Database;
  notifications: Pick<Notifications, 'add'>;
  wakeUps: Pick<WakeUps, 'send'>;
  verifyEmail: VerifyEmail;
  clock: Clock;
  log: Log;
}) {
  const { env, clock } = deps;
  const settings = {
    issuer: env.GOOGLE_ISSUER,
    clientId: env.GOOGLE_CLIENT_ID,
    clientSecret: env.GOOGLE_CLIENT_SECRET,
    redirectUri: `${env.PUBLIC_URL}/api${GOOGLE_CALLBACK_PATH}`,
  };
  const provider = createGoogleProvider(settings, clock);
  return createGoogleSignIn({ ...deps, provider, accounts: createGoogleLinking(deps) });
}
