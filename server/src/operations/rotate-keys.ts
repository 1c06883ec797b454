import * as z from 'zod';
import type { Database } from '../platform/database/database.ts';
import { withInstallation } from '../platform/database/installation.ts';
import { loadKeyRing } from '../platform/key-ring.ts';
import { rotateSecrets } from './sealed-secrets.ts';

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
  const results = await rotateSecrets(database, keyRing);
  const undecryptable = results.reduce((sum, result) => sum + result.undecryptable, 0);
  const counts = results.map(({ table, sealed }) => `${table} ${sealed}`).join(', ');
  const done = `Rows sealed with ${keyRing.currentKeyId}: ${counts}.`;
  return undecryptable === 0
    ? { message: `${done} No other key is needed for them.`, isComplete: true }
    : { message: `${done} Opened by no key of SECRET_KEYS: ${undecryptable}.`, isComplete: false };
}
