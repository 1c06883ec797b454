import pg from 'pg';

declare module 'vitest' {
  interface ProvidedContext {
    databaseKind: 'embedded' | 'postgres';
    /** Of the server's own `postgres` database; empty for the embedded one. */
    databaseUrl: string;
    /** What each test file's database starts from: a dump's path, or a database's name. */
    databaseTemplate: string;
  }
}

interface TestDatabase {
  kind: 'embedded' | 'postgres';
  url: string;
}

const LOCAL_POSTGRES = 'postgres://postgres@127.0.0.1:5432/postgres';

/** The embedded database always; PostgreSQL where one answers. */
export async function testDatabases(): Promise<TestDatabase[]> {
  const url = process.env['TEST_DATABASE_URL'] ?? LOCAL_POSTGRES;
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  const answers = await client.connect().then(
    () => true,
    () => false,
  );
  if (answers) await client.end();
  return [{ kind: 'embedded', url: '' }, ...(answers ? [{ kind: 'postgres' as const, url }] : [])];
}
