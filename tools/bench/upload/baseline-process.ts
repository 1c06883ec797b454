import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { newId } from '@pontual/server/platform/ids.ts';

const { PORT, FOLDER = '', FLUSH } = process.env;

async function receive(body: NodeJS.ReadableStream): Promise<void> {
  const path = join(FOLDER, newId());
  await pipeline(body, createWriteStream(path));
  if (FLUSH !== 'on') return;
  const file = await open(path, 'r+');
  await file.sync();
  await file.close();
}

const server = createServer((request, response) => {
  receive(request).then(
    () => response.writeHead(201).end('{}'),
    (error: unknown) => response.destroy(error instanceof Error ? error : undefined),
  );
});
server.listen(Number(PORT), '127.0.0.1', () => process.send?.('ready'));
process.on('disconnect', () => process.exit(1));
process.on('SIGTERM', () => process.exit());
