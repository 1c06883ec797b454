import { createServer, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import pg from 'pg';

/** The baseline of a response: its statements and JSON, without sessions, validation or links. */
const { PORT, DATABASE_URL } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });

export interface BaselineAnswer {
  statements: readonly { text: string; values: readonly unknown[] }[];
  answer: unknown;
}
const answersByPath = new Map<string, BaselineAnswer>();

async function run(statements: BaselineAnswer['statements']): Promise<void> {
  const client = await pool.connect();
  try {
    for (const { text, values } of statements) await client.query(text, [...values]);
  } finally {
    client.release();
  }
}

async function handleRequest(request: IncomingMessage): Promise<Buffer> {
  const path = request.url ?? '';
  if (request.method === 'PUT') answersByPath.set(path, (await json(request)) as BaselineAnswer); // the bench sends it
  const baseline = answersByPath.get(path);
  if (baseline !== undefined && request.method !== 'PUT') await run(baseline.statements);
  return Buffer.from(JSON.stringify(baseline?.answer ?? null));
}

const server = createServer((request, response) => {
  handleRequest(request).then(
    (body) => {
      response.writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': body.length,
      });
      response.end(body);
    },
    (error: unknown) => response.destroy(error instanceof Error ? error : undefined),
  );
});
server.listen(Number(PORT), '127.0.0.1', () => process.send?.('ready'));
process.on('disconnect', () => process.exit(1));
process.on('SIGTERM', () => process.exit());
