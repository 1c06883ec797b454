import * as z from 'zod';
import type { Database } from './database/database.ts';
import { withInstallation } from './database/installation.ts';
import { rotateTokens } from './instagram/instagram.rotation.ts';
import { loadKeyRing } from './key-ring.ts';
import { rotateWebhookSecrets } from './programs/webhooks.rotation.ts';
import { rotatePushSecrets } from './push/push.rotation.ts';

const settings = z.object({
  DATABASE_URL: z.string().optional(),
  DATA_DIR: z.string(),
  SECRET_KEYS: z.string().optional(),
});

/** What came of it, in one line. */
export interface Rotation {
  line: string;
  isWhole: boolean;
}

/** Seals all that is sealed with the first of SECRET_KEYS. */
export async function rotateKeys(variables: NodeJS.ProcessEnv): Promise<Rotation> {
  const env = settings.parse(variables);
  const keyRing = await loadKeyRing(env.SECRET_KEYS, env.DATA_DIR);
  return withInstallation(env, (database) => rotate(database, keyRing));
}

async function rotate(
  database: Database,
  keyRing: Awaited<ReturnType<typeof loadKeyRing>>,
): Promise<Rotation> {
  const { sealed, unopened: tokens } = await rotateTokens({ database, keyRing });
  const pushes = await rotatePushSecrets({ database, keyRing });
  const webhooks = await rotateWebhookSecrets({ database, keyRing });
  const unopened = tokens + pushes.unopened + webhooks.unopened;
  const done = `Connections sealed with ${keyRing.first}: ${sealed}. Of push messages: ${pushes.sealed}. Of webhooks: ${webhooks.sealed}.`;
  return unopened === 0
    ? { line: `${done} No other key is needed for them.`, isWhole: true }
    : { line: `${done} Opened by no key of SECRET_KEYS: ${unopened}.`, isWhole: false };
}
