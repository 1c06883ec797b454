import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Nudges } from '../nudges.ts';
import { createAccountNews } from './account-news.ts';
import { createAccountService } from './account.service.ts';
import { createEmailChange } from './email-change.ts';

/** What users see and change of their accounts, and the mails about it. */
export function createAccount(deps: {
  database: Database;
  jobs: Jobs;
  mailer: Mailer;
  nudges: Nudges;
  publicUrl: string;
  clock: Clock;
  log: Log;
}) {
  const accountNews = createAccountNews(deps);
  const shared = { ...deps, mail: accountNews };
  return {
    accountNews,
    account: createAccountService(shared),
    emailChange: createEmailChange(shared),
  };
}
