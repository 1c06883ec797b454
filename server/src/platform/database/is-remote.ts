import pg from 'pg';
import { isLoopbackHost } from '../http/public-address.ts';

/** The driver parses the URL, so `?host=` and PGHOST count, too. An invalid URL connects nowhere: false. */
export function isRemoteDatabase(url: string): boolean {
  try {
    const { host } = new pg.Client({ connectionString: url });
    return !host.startsWith('/') && !isLoopbackHost(host);
  } catch {
    return false;
  }
}
