import pg from 'pg';
import { isLoopbackHost } from '../http/public-address.ts';

/**
 * Whether a DATABASE_URL names another machine, read as the driver reads it: `?host=` and PGHOST count
 * too. False for what is no address: no connection can be made with it.
 */
export function isRemoteDatabase(url: string): boolean {
  try {
    const { host } = new pg.Client({ connectionString: url });
    // A path is the folder of a Unix socket.
    return !host.startsWith('/') && !isLoopbackHost(host);
  } catch {
    return false;
  }
}
