import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { api } from '../api.ts';
import { email } from '../identity/auth.ts';
import type { Endpoint } from './endpoint.ts';

/** NUL and lone surrogates, which neither PostgreSQL nor JSON can represent. */
const UNSTORABLE = /[\0\p{Cs}]/u;

/** Each text has a valid form otherwise, so that no other rule rejects it first. */
const hostile = ['\0', '\ud800'].flatMap((bad) => [
  bad,
  `ab${bad}`,
  `abcdefgh${bad}ij`,
  `${bad} Café da Serra`,
  `nome${bad}@exemplo.com.br`,
  `nome@exem${bad}plo.com.br`,
  `https://exemplo.com.br/a${bad}`,
  `@cafe${bad}`,
  `#cafe${bad}`,
  `12${bad}34`,
]);

type Schema = z.core.$ZodType;
const defOf = (schema: Schema) => (schema as z.core.$ZodTypes)._zod.def;

function findUnsafeFields(schema: Schema, path = ''): string[] {
  const def = defOf(schema);
  const probe = () => (hostile.some((text) => acceptsUnstorableText(schema, text)) ? [path] : []);
  if (def.type === 'object') {
    return Object.entries(def.shape).flatMap(([name, field]) =>
      findUnsafeFields(field, path === '' ? name : `${path}.${name}`),
    );
  }
  if (def.type === 'array') return findUnsafeFields(def.element, `${path}[]`);
  if (def.type === 'optional' || def.type === 'nullable' || def.type === 'default') {
    return findUnsafeFields(def.innerType, path);
  }
  if (def.type === 'union') return def.options.flatMap((option) => findUnsafeFields(option, path));
  if (def.type === 'record') {
    return [
      ...findUnsafeFields(def.keyType, `${path}{}`),
      ...findUnsafeFields(def.valueType, `${path}.*`),
    ];
  }
  if (def.type === 'pipe') {
    const isOfText = defOf(def.in).type === 'string' || defOf(def.in).type === 'pipe';
    return [
      ...(isOfText ? probe() : findUnsafeFields(def.in, path)),
      ...findUnsafeFields(def.out, path),
    ];
  }
  if (def.type === 'string') return probe();
  // An unknown schema type may accept any text.
  return TEXTLESS_TYPES.has(def.type) ? [] : [`${path} (${def.type})`];
}

const TEXTLESS_TYPES: ReadonlySet<string> = new Set([
  'number',
  'boolean',
  'enum',
  'literal',
  'null',
  'transform',
]);

function acceptsUnstorableText(schema: Schema, text: string): boolean {
  const { success, data } = z.safeParse(schema, text);
  return success && UNSTORABLE.test(textsIn(data).join('\n'));
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return [...Object.keys(value), ...Object.values(value).flatMap(textsIn)];
}

const endpoints: [string, Endpoint][] = Object.entries(api);
const requestSchemas = endpoints.flatMap(([name, { params, query, body }]) =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    schema === undefined ? [] : [[`${name}, ${part}`, schema] as const],
  ),
);

test.each(requestSchemas)('%s: no text field accepts NUL or a lone surrogate', (_name, schema) => {
  expect(findUnsafeFields(schema)).toEqual([]);
});

test('an unchecked string field is found at any depth', () => {
  const bare = z.strictObject({
    q: z.optional(z.string()),
    rows: z.array(z.strictObject({ note: z._default(z.string().check(z.maxLength(9)), '') })),
    id: z.uuid(),
  });
  expect(findUnsafeFields(bare)).toEqual(['q', 'rows[].note']);
});

test.each([
  ['NUL', 'a\0b@exemplo.com.br'],
  ['a bell', 'x\u0007y@x.yz'],
  ['a mark that turns the text around', 'x\u202ey@x.yz'],
  ['half of a character', 'x\ud800y@x.yz'],
])('an email address with %s is rejected', (_what, address) => {
  const { error } = email.safeParse(address);
  expect(error?.issues.map(({ message }) => message)).toContain('E-mail inválido');
});
