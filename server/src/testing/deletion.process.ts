import { openDatabase } from '../database/database.ts';
import { createKeyRing } from '../key-ring.ts';
import { createLog } from '../log.ts';
import { createServices } from '../services.ts';

/** What `deletion.process.test.ts` asks of this process, as JSON in its first argument. */
export interface DeletionOrder {
  databaseUrl: string;
  env: Parameters<typeof createServices>[0]['env'];
  secretKeys: string;
  deletionId: string;
  /** Where it dies; null: nowhere. */
  diesAt: string | null;
}

// Written by the test beside it.
const order = JSON.parse(process.argv[2] ?? '') as DeletionOrder;

const database = openDatabase(order.databaseUrl);
const services = await createServices({
  env: order.env,
  database,
  keyRing: createKeyRing(order.secretKeys),
  log: createLog('silent'),
  async observe(point, step) {
    if (order.diesAt !== `${point} ${step}`) return;
    process.kill(process.pid, 'SIGKILL');
    await new Promise(() => undefined);
  },
});
await services.deletions.goOn(order.deletionId);
await services.close();
await database.close();
