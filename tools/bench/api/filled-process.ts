import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { openDatabases } from '../publish/databases.ts';
import { fillDatabase, findOnlyOwner, openWithoutTimeout } from './rows.ts';

/**
 * Creates a database for another program's server, prints its URL, and drops it when the input ends. The
 * first line of input, a `Size` as JSON, fills it for the registered user; the response is `filled`.
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
