import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { openDatabases } from '../publish/databases.ts';
import { fillDatabase, findOnlyOwner, openWithoutTimeout } from './rows.ts';

/**
 * Creates a database for a server that another program starts and prints its URL. The first line of input, a
 * `Size` of rows.ts as JSON, fills it for the registered user; the response is `filled`. The database is
 * dropped when the input ends.
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
