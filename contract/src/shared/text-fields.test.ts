import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { api } from '../api.ts';
import { email } from '../identity/auth.ts';
import type { Endpoint } from './endpoint.ts';

/** What neither PostgreSQL nor JSON between programs can keep: NUL, and half of a character. */
const UNSTORABLE = /[\0\p{Cs}]/u;

/** In the shapes that fields ask for, so that another rule does not refuse them first. */
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

/** The fields of a schema, by their paths, that let such a text through. */
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
    // A text that is read, or what was read already and is made into something else.
    const isOfText = defOf(def.in).type === 'string' || defOf(def.in).type === 'pipe';
    return [
      ...(isOfText ? probe() : findUnsafeFields(def.in, path)),
      ...findUnsafeFields(def.out, path),
    ];
  }
  if (def.type === 'string') return probe();
  // A kind that this test does not know may let anything through.
  return TEXTLESS_TYPES.has(def.type) ? [] : [`${path} (${def.type})`];
}

/** Kinds of a schema that hold no text of the sender's choice. */
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

test.each(requestSchemas)('%s: no text keeps NUL or half of a character', (_name, schema) => {
  expect(findUnsafeFields(schema)).toEqual([]);
});

test('a field with a bare string is found, however deep it lies', () => {
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
])('an address with %s is none', (_what, address) => {
  const { error } = email.safeParse(address);
  expect(error?.issues.map(({ message }) => message)).toContain('E-mail inválido');
});
