import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

export interface EmbeddedWorkerData {
  /** Folder of the database; in memory when absent. */
  dataDir?: string;
  /** A dumped data folder to start from (tests). */
  template?: ArrayBuffer;
  socketPath: string;
}

export interface EmbeddedPostgres {
  /** Folder of the unix socket, to be given to `pg` as `host`. */
  host: string;
  /** The whole database as a tar, to start others from. */
  dump(): Promise<ArrayBuffer>;
  close(): Promise<void>;
}

/** Starts PostgreSQL (PGlite) in a worker thread behind a unix socket that only we may open. */
export async function startEmbeddedPostgres(
  source: { dataDir?: string; template?: ArrayBuffer } = {},
): Promise<EmbeddedPostgres> {
  // mkdtemp makes the folder with mode 0700.
  const host = await mkdtemp(join(tmpdir(), 'pontual-'));
  const workerData: EmbeddedWorkerData = { ...source, socketPath: join(host, '.s.PGSQL.5432') };
  const worker = new Worker(new URL('embedded.worker.ts', import.meta.url), { workerData });
  await once(worker, 'message');

  return {
    host,
    async dump() {
      const answer = once(worker, 'message');
      worker.postMessage('dump');
      const [message]: { dump: ArrayBuffer }[] = await answer;
      if (message === undefined) throw new Error('the embedded database gave no dump');
      return message.dump;
    },
    async close() {
      const closed = once(worker, 'message');
      worker.postMessage('close');
      await closed;
      await worker.terminate();
      await rm(host, { recursive: true, force: true });
    },
  };
}
