import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { api } from './api.ts';
import { email } from './auth.ts';
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
function careless(schema: Schema, path = ''): string[] {
  const def = defOf(schema);
  const probe = () => (hostile.some((text) => letsThrough(schema, text)) ? [path] : []);
  if (def.type === 'object') {
    return Object.entries(def.shape).flatMap(([name, field]) =>
      careless(field, path === '' ? name : `${path}.${name}`),
    );
  }
  if (def.type === 'array') return careless(def.element, `${path}[]`);
  if (def.type === 'optional' || def.type === 'nullable' || def.type === 'default') {
    return careless(def.innerType, path);
  }
  if (def.type === 'union') return def.options.flatMap((option) => careless(option, path));
  if (def.type === 'record') {
    return [...careless(def.keyType, `${path}{}`), ...careless(def.valueType, `${path}.*`)];
  }
  if (def.type === 'pipe') {
    // A text that is read, or what was read already and is made into something else.
    const isOfText = defOf(def.in).type === 'string' || defOf(def.in).type === 'pipe';
    return [...(isOfText ? probe() : careless(def.in, path)), ...careless(def.out, path)];
  }
  if (def.type === 'string') return probe();
  // A kind that this test does not know may let anything through.
  return TEXTLESS.has(def.type) ? [] : [`${path} (${def.type})`];
}

/** Kinds of a schema that hold no text of the sender's choice. */
const TEXTLESS: ReadonlySet<string> = new Set([
  'number',
  'boolean',
  'enum',
  'literal',
  'null',
  'transform',
]);

function letsThrough(schema: Schema, text: string): boolean {
  const { success, data } = z.safeParse(schema, text);
  return success && UNSTORABLE.test(textsIn(data).join('\n'));
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return [...Object.keys(value), ...Object.values(value).flatMap(textsIn)];
}

const endpoints: [string, Endpoint][] = Object.entries(api);
const taken = endpoints.flatMap(([name, { params, query, body }]) =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    schema === undefined ? [] : [[`${name}, ${part}`, schema] as const],
  ),
);

test.each(taken)('%s: no text keeps NUL or half of a character', (_name, schema) => {
  expect(careless(schema)).toEqual([]);
});

test('a field with a bare string is found, however deep it lies', () => {
  const bare = z.strictObject({
    q: z.optional(z.string()),
    rows: z.array(z.strictObject({ note: z._default(z.string().check(z.maxLength(9)), '') })),
    id: z.uuid(),
  });
  expect(careless(bare)).toEqual(['q', 'rows[].note']);
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
