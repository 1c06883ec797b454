import { openDatabase } from '../src/platform/database/database.ts';
import { createKeyRing } from '../src/platform/key-ring.ts';
import { createLog } from '../src/platform/log/log.ts';
import { createServices } from '../src/composition/services.ts';

export interface DeletionProcessInput {
  databaseUrl: string;
  env: Parameters<typeof createServices>[0]['env'];
  secretKeys: string;
  deletionId: string;
  diesAt: string | null;
}

// process.test.ts writes the input.
const input = JSON.parse(process.argv[2] ?? '') as DeletionProcessInput;

const database = openDatabase(input.databaseUrl);
const services = await createServices({
  env: input.env,
  database,
  keyRing: createKeyRing(input.secretKeys),
  log: createLog('silent'),
  async observe(point, step) {
    if (input.diesAt !== `${point} ${step}`) return;
    process.kill(process.pid, 'SIGKILL');
    await new Promise(() => undefined);
  },
});
await services.privacy.deletions.run(input.deletionId);
await services.close();
await database.close();
