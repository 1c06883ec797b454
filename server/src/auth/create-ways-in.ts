import type { AccountNews } from '../account/account-news.ts';
import type { Clock } from '../clock.ts';
import type { Database, Tx } from '../database/database.ts';
import { createGoogle, type GoogleEnv } from '../google/create-google.ts';
import type { Log } from '../log.ts';
import type { Notices } from '../notices/notices.ts';
import type { Nudges } from '../nudges.ts';
import type { ClearOut } from '../people/clearing-out.ts';
import type { AccountMails } from './account-mails.ts';
import type { AuthService } from './auth.service.ts';
import { createFirstProof } from './first-proof.ts';
import { createRecovery } from './recovery.service.ts';

/** The ways into an account that prove its address: Google and a reset by mail. */
export function createWaysIn(deps: {
  env: GoogleEnv;
  database: Database;
  auth: Pick<AuthService, 'userById'>;
  accountMails: AccountMails;
  accountNews: Pick<AccountNews, 'tell'>;
  notices: Pick<Notices, 'add'>;
  nudges: Pick<Nudges, 'send'>;
  clearOut: ClearOut;
  disconnect(tx: Tx, workspaceId: string): Promise<string[]>;
  clock: Clock;
  log: Log;
}) {
  const shared = { ...deps, proveAddress: createFirstProof(deps) };
  const google = createGoogle(shared);
  const recovery = createRecovery({ ...shared, publicUrl: deps.env.PUBLIC_URL });
  return {
    google,
    recovery,
    async forgetWaysIn(): Promise<void> {
      await google.forgetExpired();
      await recovery.forgetExpired();
    },
  };
}
