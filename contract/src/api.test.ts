import type * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { api } from './api.ts';
import type { Endpoint } from './shared/endpoint.ts';

const LONG = 60_000;

/** Long texts that make a pattern with quadratic backtracking restart at each character. */
const hostile = [
  `a@${'.'.repeat(LONG)}@`,
  `a@${'a.'.repeat(LONG / 2)}@`,
  `${'a'.repeat(LONG)}!`,
  `${'1'.repeat(LONG)}x`,
  `${' '.repeat(LONG)}x`,
  `${'#'.repeat(LONG)}!`,
  `2026-01-01T00:00:00.${'0'.repeat(LONG)}x`,
  '['.repeat(LONG),
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

test.each(schemas)('%s parses a long text quickly', (_name, schema) => {
  const fields = fieldsOf(schema);
  expect(fields).not.toEqual([]);
  for (const text of hostile) {
    const begun = performance.now();
    schema.safeParse(Object.fromEntries(fields.map((field) => [field, text])));
    // A pattern with quadratic backtracking takes many seconds; all fields together take a few ms.
    expect(performance.now() - begun).toBeLessThan(500);
  }
});
