import { expect, test } from 'vitest';
import { isRemoteDatabase } from './is-remote.ts';

test.each([
  'postgres://pontual:secret@localhost/pontual',
  'postgresql://pontual@127.0.0.1:5432/pontual',
  'postgres://[::1]/pontual',
  'postgres://pontual@%2Fvar%2Frun%2Fpostgresql/pontual',
  'postgres:///pontual?host=/var/run/postgresql',
  'postgres://localhost:port/pontual',
])('%s is on this machine', (url) => {
  expect(isRemoteDatabase(url)).toBe(false);
});

test.each([
  'postgres://pontual:secret@db.example/pontual',
  'postgres://10.0.0.5/pontual',
  'postgres://127.0.0.1.db.example/pontual',
  'postgres://localhost/pontual?host=db.example',
  'postgres://localhost,db.example/pontual',
])('%s is on another machine', (url) => {
  expect(isRemoteDatabase(url)).toBe(true);
});
