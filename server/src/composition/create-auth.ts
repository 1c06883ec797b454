import type { Database } from '../platform/database/database.ts';
import type { KeyRing } from '../platform/key-ring.ts';
import type { Log } from '../platform/log/log.ts';
import type { MediaLinks } from '../media/links.ts';
import type { WakeUps } from '../platform/wake-ups.ts';
import { createAccessLog } from '../identity/sign-in/access-log.repository.ts';
import { createAuthService } from '../identity/sign-in/auth.service.ts';
import { createKnownDevices } from '../identity/sign-in/known-device.ts';
import type { PasswordCost } from '../identity/sign-in/passwords.ts';
import { createThrottle } from '../platform/http/throttle.ts';

/** @param passwordCost undefined: the cost that OWASP recommends */
export function createAuth(
  deps: {
    database: Database;
    keyRing: KeyRing;
    mediaLinks: MediaLinks;
    publicUrl: string;
    wakeUps: Pick<WakeUps, 'send'>;
    log: Log;
  },
  passwordCost: PasswordCost | undefined,
) {
  const { database, keyRing, publicUrl } = deps;
  const accessLog = createAccessLog(database.db);
  const auth = createAuthService({ ...deps, accessLog, passwordCost });
  const throttle = createThrottle(database.db);
  const devices = createKnownDevices({ keyRing, secure: publicUrl.startsWith('https:') });
  return {
    auth,
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
