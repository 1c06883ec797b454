import { createApp } from '@pontual/server/composition/app.ts';
import { openInstallation } from '@pontual/server/platform/database/installation.ts';
import { readEnv } from '@pontual/server/platform/env.ts';
import { loadKeyRing } from '@pontual/server/platform/key-ring.ts';
import { createLog } from '@pontual/server/platform/log/log.ts';
import { startWorker } from '@pontual/server/composition/worker.ts';
import { createServices } from '@pontual/server/composition/services.ts';
import { createMeter } from './meter.ts';

/** Starts the product by ROLE as main.ts does, with an additional observer that measures. */
const env = readEnv(process.env);
const log = createLog(env.LOG_LEVEL);
const meter = createMeter();
const database = await openInstallation(env, log, () => process.exit(1));
const keyRing = await loadKeyRing(env.SECRET_KEYS, env.DATA_DIR);
const services = await createServices({
  env,
  database,
  keyRing,
  log,
  observe(point, postId) {
    if (point === 'intended') meter.intended(postId);
    if (point === 'answered') meter.answered(postId);
    if (point === 'recorded') meter.published(postId);
  },
});
startWorker(services);
if (env.ROLE === 'all') {
  const app = await createApp(services, {
    publicUrl: env.PUBLIC_URL,
    webDist: `${env.DATA_DIR}/no-web`,
    metricsToken: undefined,
    isDraining: () => false,
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
}
meter.serve(() => undefined);
