import pg from 'pg';

const LOCAL = /^(?:localhost|127\.0\.0\.1|::1|\/.*)$/;

/**
 * Whether a DATABASE_URL names another machine, read as the driver reads it: `?host=` and PGHOST count
 * too. False for what is no address: no connection can be made with it.
 */
export function isRemoteDatabase(url: string): boolean {
  try {
    return !LOCAL.test(new pg.Client({ connectionString: url }).host);
  } catch {
    return false;
  }
}
