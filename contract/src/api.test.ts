import type * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { api } from './api.ts';
import type { Endpoint } from './shared/endpoint.ts';

const LONG = 60_000;
const SHORT = LONG / 10;

/** Texts that make a pattern with quadratic backtracking restart at each character. */
const hostile: ((length: number) => string)[] = [
  (length) => `a@${'.'.repeat(length)}@`,
  (length) => `a@${'a.'.repeat(length / 2)}@`,
  (length) => `${'a'.repeat(length)}!`,
  (length) => `${'1'.repeat(length)}x`,
  (length) => `${' '.repeat(length)}x`,
  (length) => `${'#'.repeat(length)}!`,
  (length) => `2026-01-01T00:00:00.${'0'.repeat(length)}x`,
];

const endpoints: [string, Endpoint][] = Object.entries(api);
const schemas = endpoints.flatMap(([name, { body, query }]) =>
  [body, query].flatMap((schema) => (schema === undefined ? [] : [[name, schema] as const])),
);
const fieldsOf = (schema: z.ZodMiniType) =>
  Object.keys((schema as z.ZodMiniObject<Record<string, z.ZodMiniType>>).def.shape);

test.each(schemas)('%s rejects an unknown field', (_name, schema) => {
  const parsed = schema.safeParse({ isAdmin: true });
  expect(parsed.error?.issues).toContainEqual(
    expect.objectContaining({ code: 'unrecognized_keys', keys: ['isAdmin'] }),
  );
});

/** The fastest of three: the first one compiles, and another process may interrupt one. */
function parseMs(schema: z.ZodMiniType, text: string): number {
  const sent = Object.fromEntries(fieldsOf(schema).map((field) => [field, text]));
  const times = Array.from({ length: 3 }, () => {
    const begun = performance.now();
    schema.safeParse(sent);
    return performance.now() - begun;
  });
  return Math.min(...times);
}

test.each(schemas)('%s parses JSON of any depth without an exception', (_name, schema) => {
  const nested = Object.fromEntries(fieldsOf(schema).map((field) => [field, '['.repeat(LONG)]));
  expect(() => schema.safeParse(nested)).not.toThrow();
});

test.each(schemas)('%s parses a text in a time that grows with its length', (_name, schema) => {
  expect(fieldsOf(schema)).not.toEqual([]);
  for (const text of hostile) {
    // Ten times as long, it takes ten times as long; with quadratic backtracking a hundred times, some seconds.
    const shortMs = Math.max(1, parseMs(schema, text(SHORT)));
    expect(parseMs(schema, text(LONG))).toBeLessThan(50 * shortMs);
  }
});
