import { flushCompileCache } from 'node:module';
import { startServer } from '@pontual/server/composition/main.ts';

// Runs the product; the environment makes it a `ROLE=web` process. It ends with the bench.
process.on('disconnect', () => process.exit(1));
process.on('SIGTERM', () => process.exit());
await startServer(process.env);
// A process that ends by a signal would not write its compile cache for the next start.
flushCompileCache();
process.send?.('ready');
