import pg from 'pg';
import { isLoopbackHost } from '../http/public-address.ts';

/**
 * Returns whether a DATABASE_URL names another machine. The driver parses the URL, so `?host=` and PGHOST
 * count too. Returns false for an invalid URL, with which no connection is possible.
 */
export function isRemoteDatabase(url: string): boolean {
  try {
    const { host } = new pg.Client({ connectionString: url });
    return !host.startsWith('/') && !isLoopbackHost(host);
  } catch {
    return false;
  }
}
