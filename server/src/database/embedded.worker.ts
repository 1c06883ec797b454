import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { parentPort, workerData } from 'node:worker_threads';
import type { EmbeddedWorkerData } from './embedded.ts';

// PGlite runs here and not beside the web server: a long statement would starve the event loop.
const { dataDir, socketPath, template }: EmbeddedWorkerData = workerData;
const pglite = await PGlite.create({
  ...(dataDir === undefined ? {} : { dataDir }),
  ...(template === undefined ? {} : { loadDataDir: new Blob([template]) }),
});
const server = new PGLiteSocketServer({ db: pglite, path: socketPath, maxConnections: 4 });
await server.start();

async function handle(message: unknown): Promise<void> {
  if (message === 'dump') {
    const dump = await pglite.dumpDataDir('none');
    parentPort?.postMessage({ dump: await dump.arrayBuffer() });
  }
  if (message === 'close') {
    await server.stop();
    await pglite.close();
    parentPort?.postMessage({ closed: true });
  }
}
parentPort?.on('message', (message) => void handle(message));
parentPort?.postMessage({ ready: true });
