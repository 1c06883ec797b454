import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { openDatabases } from '../publish/databases.ts';
import { fillDatabase, findOnlyOwner, openWithoutTimeout } from './rows.ts';

/**
 * A database for a product that somebody else starts. Prints its address; the first line it reads,
 * a size as JSON (`Size` of rows.ts), fills it for the one who has registered, and is answered by
 * `filled`. When nobody writes to it any more, the database goes.
 */
const databases = await openDatabases();
const { url, drop } = await databases.createFresh();
const input = createInterface({ input: process.stdin });
const ended = once(input, 'close');
process.stdout.write(`${url}\n`);
input.once('line', (size) => {
  const db = openWithoutTimeout(url);
  void findOnlyOwner(db)
    .then((owner) => fillDatabase(db, owner, JSON.parse(size), new Date()))
    .then(() => db.destroy())
    .then(() => process.stdout.write('filled\n'));
});
await ended;
await drop();
await databases.close();
