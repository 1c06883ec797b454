import type { Clock } from '../platform/clock.ts';
import type { VerifyEmail } from '../identity/sign-in/email-verification.ts';
import type { Database } from '../platform/database/database.ts';
import type { Env } from '../platform/env.ts';
import type { Log } from '../platform/log/log.ts';
import type { WakeUps } from '../platform/wake-ups.ts';
import { createGoogleLinking } from '../identity/google/linking.ts';
import { createGoogleProvider } from '../identity/google/provider.ts';
import { GOOGLE_CALLBACK_PATH } from '../identity/google/google.routes.ts';
import { createGoogleSignIn } from '../identity/google/sign-in.ts';

export type GoogleEnv = Pick<
  Env,
  'PUBLIC_URL' | 'GOOGLE_ISSUER' | 'GOOGLE_CLIENT_ID' | 'GOOGLE_CLIENT_SECRET'
>;

export function createGoogle(deps: {
  env: GoogleEnv;
  database: Database;
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
