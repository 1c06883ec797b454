import type * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { api } from './api.ts';
import type { Endpoint } from './shared/endpoint.ts';

const LONG = 60_000;

/** Long texts that make a careless pattern try again from each of their characters. */
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
/** What an endpoint takes is always an object of named fields. */
const fieldsOf = (schema: z.ZodMiniType) =>
  Object.keys((schema as z.ZodMiniObject<Record<string, z.ZodMiniType>>).def.shape);

test.each(schemas)('%s takes no field that it does not know', (_name, schema) => {
  const parsed = schema.safeParse({ isAdmin: true });
  expect(parsed.error?.issues).toContainEqual(
    expect.objectContaining({ code: 'unrecognized_keys', keys: ['isAdmin'] }),
  );
});

test.each(schemas)('%s is not kept busy by a long text', (_name, schema) => {
  const fields = fieldsOf(schema);
  expect(fields).not.toEqual([]);
  for (const text of hostile) {
    const begun = performance.now();
    schema.safeParse(Object.fromEntries(fields.map((field) => [field, text])));
    // A careless pattern takes many seconds; all fields together take some ms.
    expect(performance.now() - begun).toBeLessThan(500);
  }
});
