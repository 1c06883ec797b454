import { formatDate, formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { replyBy, supportCategoryNames } from '@pontual/contract/operations/support-categories.ts';
import * as z from 'zod';
import type { Db } from '../../platform/database/database.ts';
import { withInstallation } from '../../platform/database/installation.ts';
import { createSupportRepository } from './support.repository.ts';

const settings = z.object({ DATABASE_URL: z.string().optional(), DATA_DIR: z.string() });
const usage = 'Usage: npm run messages -- [days], 1 to 730; 7 unless said.';

/** `npm run messages`: for a team without a mailbox. Priority messages come first, then the oldest. */
export async function listMessages(
  variables: NodeJS.ProcessEnv,
  [typed = '7']: readonly string[],
): Promise<{ message: string; isComplete: boolean }> {
  const days = Number(typed);
  if (!Number.isInteger(days) || days < 1 || days > 730)
    return { message: usage, isComplete: false };
  const env = settings.parse(variables);
  const message = await withInstallation(env, ({ db }) => formatMessages(db, days));
  return { message, isComplete: true };
}

export async function formatMessages(db: Db, days: number): Promise<string> {
  const messages = await createSupportRepository(db).listRecent(days);
  if (messages.length === 0) return `No messages in ${days} days.`;
  return messages
    .map(({ isPriority, createdAt, marks, name, email, category, subject, message }) => {
      const by = replyBy(createdAt, isPriority);
      const flags = [
        ...(isPriority ? ['Prioridade'] : []),
        ...(marks.length > 0 ? ['Talvez spam'] : []),
      ];
      const flag = flags.length === 0 ? '' : `[${flags.join(', ')}] `;
      const head = `${flag}até ${formatDate(by)} ${formatTime(by)}  ${name} <${email}>  ${supportCategoryNames[category]}: ${subject}`;
      return [head, ...message.split('\n').map((line) => `    ${line}`)].join('\n');
    })
    .join('\n\n');
}
