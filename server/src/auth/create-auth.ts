import type { Database } from '../database/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { KeyRing } from '../key-ring.ts';
import type { Log } from '../log.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { MediaLinks } from '../media/media.links.ts';
import { createAccessLog } from './access-log.ts';
import { createAuthEmails } from './auth-emails.ts';
import { createAuthService } from './auth.service.ts';
import { createKnownDevices } from './known-device.ts';
import type { PasswordCost } from './passwords.ts';
import { createThrottle } from './throttle.ts';

/**
 * Who may come in, and what is kept of that.
 * @param passwordCost of hashing a password; OWASP's where undefined
 */
export function createAuth(
  deps: {
    database: Database;
    jobs: Jobs;
    mailer: Mailer;
    keyRing: KeyRing;
    mediaLinks: MediaLinks;
    publicUrl: string;
    log: Log;
  },
  passwordCost: PasswordCost | undefined,
) {
  const { database, keyRing, publicUrl } = deps;
  const accessLog = createAccessLog(database.db);
  const auth = createAuthService({ ...deps, accessLog, passwordCost });
  const authEmails = createAuthEmails(deps);
  const throttle = createThrottle(database.db);
  const devices = createKnownDevices({ keyRing, secure: publicUrl.startsWith('https:') });
  return {
    auth,
    authEmails,
    throttle,
    devices,
    accessLog,
    async cleanUpAuth(): Promise<void> {
      await auth.forgetExpired();
      await throttle.forgetOld();
      await accessLog.forgetOld();
    },
  };
}
