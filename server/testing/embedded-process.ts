import { createLog } from '../src/platform/log/log.ts';
import { startEmbeddedPostgres } from '../src/platform/database/embedded/embedded-postgres.ts';

const dataDir = process.argv[2] ?? '';
await startEmbeddedPostgres({ dataDir, log: createLog('silent') });
process.on('disconnect', () => process.exit(1));
process.send?.('ready');
