import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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

/** What the worker answers, one at a time. */
interface Answers {
  ready: true;
  dump: ArrayBuffer;
  closed: true;
}

/** Starts PostgreSQL (PGlite) in a worker thread behind a unix socket that only we may open. */
export async function startEmbeddedPostgres(
  source: { dataDir?: string; template?: ArrayBuffer } = {},
): Promise<EmbeddedPostgres> {
  const host = await makeSocketFolder(source.dataDir);
  const workerData: EmbeddedWorkerData = { ...source, socketPath: join(host, '.s.PGSQL.5432') };
  const worker = new Worker(new URL('embedded.worker.ts', import.meta.url), { workerData });

  /** Waits for one kind of answer; Node's watch mode posts messages of its own between. */
  const answer = <K extends keyof Answers>(kind: K) =>
    new Promise<Answers[K]>((resolve, reject) => {
      const onMessage = (message: Partial<Answers>) => {
        const value = message[kind];
        if (value === undefined) return;
        worker.off('message', onMessage);
        worker.off('error', reject);
        resolve(value);
      };
      worker.on('message', onMessage);
      worker.once('error', reject);
    });
  await answer('ready');

  return {
    host,
    async dump() {
      const dump = answer('dump');
      worker.postMessage('dump');
      return dump;
    },
    async close() {
      const closed = answer('closed');
      worker.postMessage('close');
      await closed;
      await worker.terminate();
      await rm(host, { recursive: true, force: true });
    },
  };
}

/**
 * A folder that only we may enter, of a path short enough for a socket. That of an earlier process
 * which was killed is removed: whoever opens a data folder holds it alone.
 */
async function makeSocketFolder(dataDir: string | undefined): Promise<string> {
  // mkdtemp makes the folder with mode 0700.
  const folder = await mkdtemp(join(tmpdir(), 'pontual-'));
  if (dataDir === undefined) return folder;
  const note = `${dataDir}.socket`;
  const earlier = await readFile(note, 'utf8').catch(() => undefined);
  if (earlier !== undefined) await rm(earlier, { recursive: true, force: true });
  await writeFile(note, folder);
  return folder;
}
