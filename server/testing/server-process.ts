import { startServer } from '../src/composition/main.ts';

/** As `npm start` does, without building the web. */
const server = await startServer(process.env);
process.on('SIGTERM', () => void server.close().then(() => process.exit()));
process.on('disconnect', () => process.exit(1));
process.send?.('ready');
