import * as z from 'zod';
import type { Database } from '../platform/database/database.ts';
import { withInstallation } from '../platform/database/installation.ts';
import { rotateTokens } from '../instagram/tokens/rotation.ts';
import { loadKeyRing } from '../platform/key-ring.ts';
import { rotateWebhookSecrets } from '../public-api/webhooks/rotation.ts';
import { rotatePushSecrets } from '../notifications/push/rotation.ts';

const settings = z.object({
  DATABASE_URL: z.string().optional(),
  DATA_DIR: z.string(),
  SECRET_KEYS: z.string().optional(),
});

export interface KeyRotationResult {
  message: string;
  isComplete: boolean;
}

export async function rotateKeys(variables: NodeJS.ProcessEnv): Promise<KeyRotationResult> {
  const env = settings.parse(variables);
  const keyRing = await loadKeyRing(env.SECRET_KEYS, env.DATA_DIR);
  return withInstallation(env, (database) => rotate(database, keyRing));
}

async function rotate(
  database: Database,
  keyRing: Awaited<ReturnType<typeof loadKeyRing>>,
): Promise<KeyRotationResult> {
  const { sealed, unopened: tokens } = await rotateTokens({ database, keyRing });
  const pushSecrets = await rotatePushSecrets({ database, keyRing });
  const webhooks = await rotateWebhookSecrets({ database, keyRing });
  const undecryptable = tokens + pushSecrets.undecryptable + webhooks.undecryptable;
  const done = `Connections sealed with ${keyRing.currentKeyId}: ${sealed}. Of push messages: ${pushSecrets.sealed}. Of webhooks: ${webhooks.sealed}.`;
  return undecryptable === 0
    ? { message: `${done} No other key is needed for them.`, isComplete: true }
    : { message: `${done} Opened by no key of SECRET_KEYS: ${undecryptable}.`, isComplete: false };
}
