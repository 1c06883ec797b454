import { flushCompileCache } from 'node:module';
import { startServer } from '@pontual/server/composition/main.ts';

// The product as its variables say: they make it a `ROLE=web` process.
// A bench that dies must not leave it behind.
process.on('disconnect', () => process.exit(1));
process.on('SIGTERM', () => process.exit());
await startServer(process.env);
// Whoever ends us by a signal ends nothing that the next start could have used.
flushCompileCache();
process.send?.('ready');
