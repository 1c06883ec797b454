import { DatabaseSync } from 'node:sqlite';

const SCHEMA = `
  pragma journal_mode = WAL;
  pragma synchronous = OFF;
  create table if not exists records (kind text, id text, json text not null, unique (kind, id));
  create table if not exists blobs (sha256 text primary key, type text not null, bytes blob, path text);
`;

/** `synchronous = OFF` loses data only when the machine fails, not the process, and makes a burst fast. */
export function openDatabase(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  database.exec(SCHEMA);
  return database;
}

/** Runs several writes as one, so that a kill between them leaves none; joins an open transaction. */
export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  if (database.isTransaction) return work();
  database.exec('begin');
  try {
    const result = work();
    database.exec('commit');
    return result;
  } catch (error) {
    database.exec('rollback');
    throw error;
  }
}
