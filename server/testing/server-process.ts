import { startServer } from '../src/composition/main.ts';

/** The product as its variables say, until SIGTERM: what `npm start` does, without building the web. */
const server = await startServer(process.env);
process.on('SIGTERM', () => void server.close().then(() => process.exit()));
// Whoever started us and died leaves nobody behind.
process.on('disconnect', () => process.exit(1));
process.send?.('ready');
