import { PGlite, protocol } from '@electric-sql/pglite';
import { columnParsers } from '@pontual/server/platform/database/column-parsers.ts';

const { Parser, serialize } = protocol;

export interface QueryResult {
  rows: Record<string, unknown>[];
  affected: number;
}

interface Column {
  name: string;
  read: (text: string) => unknown;
}

const TIME = `select set_config('sim.now', $1, false)`;

export type Store = Awaited<ReturnType<typeof openStore>>;

type Message = Parameters<Parameters<InstanceType<typeof Parser>['parse']>[1]>[0];

/** Uses the wire protocol: each statement is prepared once and `pg` parses its rows, as in the product. */
export async function openStore() {
  const pglite = await PGlite.create();
  const prepared = new Map<string, { name: string; columns: Column[] }>();

  function send(...messages: Uint8Array[]): Message[] {
    const answers: Message[] = [];
    new Parser().parse(pglite.execProtocolRawSync(Buffer.concat(messages)), (message) => {
      answers.push(message);
    });
    for (const message of answers) if (message instanceof Error) throw message;
    return answers;
  }

  function prepare(text: string): { name: string; columns: Column[] } {
    const existing = prepared.get(text);
    if (existing !== undefined) return existing;
    const name = `s${prepared.size}`;
    const description = send(
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
      serialize.sync(),
    );
    const statement = { name, columns: description.flatMap(readColumns) };
    prepared.set(text, statement);
    return statement;
  }

  /** `time` is the value that `app_now()` returns from then on, in seconds. */
  function query(text: string, values: readonly unknown[] = [], time?: string): QueryResult {
    // Only the simple protocol accepts several statements at once, as in migrations.
    if (values.length === 0 && text.includes(';')) {
      if (time !== undefined) send(...setTime(time), serialize.sync());
      return readResult(send(serialize.query(text)), []);
    }
    const { name, columns } = prepare(text);
    const messages = send(
      ...(time === undefined ? [] : setTime(time)),
      serialize.bind({ statement: name, values: values.map(toText) }),
      serialize.execute({}),
      serialize.sync(),
    );
    const timeIndex =
      time === undefined ? 0 : messages.findIndex((one) => one.name === 'commandComplete');
    return readResult(messages.slice(timeIndex + 1), columns);
  }

  const setTime = (time: string) => [
    serialize.bind({ statement: prepare(TIME).name, values: [time] }),
    serialize.execute({}),
  ];

  // Planning the claim costs more than running it on a few hundred posts.
  query('set plan_cache_mode = force_generic_plan');
  return { query, close: () => pglite.close() };
}

function readColumns(message: Message): Column[] {
  if (!('fields' in message) || message.name !== 'rowDescription') return [];
  const fields = message.fields as { name: string; dataTypeID: number }[]; // the fields of a description
  return fields.map(({ name, dataTypeID }) => ({
    name,
    // The declared type of the parser has a number as its parameter.
    read: columnParsers.getTypeParser(dataTypeID, 'text') as unknown as Column['read'],
  }));
}

function readResult(messages: readonly Message[], columns: readonly Column[]): QueryResult {
  const answer: QueryResult = { rows: [], affected: 0 };
  for (const message of messages) {
    if (message.name === 'dataRow' && 'fields' in message) {
      const fields = message.fields as (string | null)[]; // the fields of a row
      answer.rows.push(
        Object.fromEntries(
          columns.map(({ name, read }, index) => {
            const text = fields[index] ?? null;
            return [name, text === null ? null : read(text)];
          }),
        ),
      );
    }
    if (message.name === 'commandComplete' && 'text' in message) {
      answer.affected = Number(/\d+$/.exec(String(message.text))?.[0] ?? 0);
    }
  }
  return answer;
}

function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  if (Array.isArray(value)) {
    return `{${value.map((item) => (item === null ? 'NULL' : quote(String(item)))).join(',')}}`;
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const quote = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
