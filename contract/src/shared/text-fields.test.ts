import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { api } from '../api.ts';
import { email } from '../identity/auth.ts';
import { caption } from '../posts/post-changes.ts';
import type { Endpoint } from './endpoint.ts';
import { oneLine, severalLines, text } from './text-fields.ts';

/** What no stored text contains: NUL, a lone surrogate, a mark that reorders the text around it. */
const FORBIDDEN = /[\0\p{Cs}\u202A-\u202E\u2066-\u2069]/u;
const reordering = [
  '\u202A',
  '\u202B',
  '\u202C',
  '\u202D',
  '\u202E',
  '\u2066',
  '\u2067',
  '\u2068',
  '\u2069',
];
const forbidden = ['\0', '\ud800', ...reordering];
const MAX = 20_000;
const LONG = MAX + 1;

/** Each text has a valid form otherwise, so that no other rule rejects it first. */
const hostile = forbidden.flatMap((bad) => [
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

/** Longer than any field may be, in the forms that fields have. */
const endless = [
  'a'.repeat(LONG),
  '1'.repeat(LONG),
  `${'a'.repeat(LONG)}@exemplo.com.br`,
  `https://exemplo.com.br/${'a'.repeat(LONG)}`,
  `#${'a'.repeat(LONG)}`,
  `2026-12-05T21:00:00.${'0'.repeat(LONG)}Z`,
  `cs_${'a'.repeat(LONG)}`,
];

type Schema = z.core.$ZodType;
const defOf = (schema: Schema) => (schema as z.core.$ZodTypes)._zod.def;

function findUnsafeFields(schema: Schema, path = ''): string[] {
  const def = defOf(schema);
  const probe = () =>
    [...hostile, ...endless].some((sent) => keepsHostileText(schema, sent)) ? [path] : [];
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

function keepsHostileText(schema: Schema, sent: string): boolean {
  const { success, data } = z.safeParse(schema, sent);
  return success && textsIn(data).some((kept) => FORBIDDEN.test(kept) || kept.length > MAX);
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

test.each(requestSchemas)(
  '%s: no text field keeps NUL, a lone surrogate, a reordering mark or an endless text',
  (_name, schema) => {
    expect(findUnsafeFields(schema)).toEqual([]);
  },
);

test.each([
  ['a caption', caption, 'Feito por \u2068Lia\u2069\r\nÀ mão', 'Feito por Lia\nÀ mão'],
  ['a name', oneLine(), ' Bia \u202Elanif\u202C\n', 'Bia lanif'],
  ['a note', severalLines(), 'Troque\u202D a foto', 'Troque a foto'],
])('%s that a phone has put marks into is stored without them', (_what, schema, sent, kept) => {
  expect(schema.parse(sent)).toBe(kept);
});

test('the marks of Arabic and Hebrew stay in a caption', () => {
  const sent = 'قهوة\u200F e \u200Eשלום\u061C';
  expect(caption.parse(sent)).toBe(sent);
});

test('a secret with an invisible mark is refused with a sentence, never changed', () => {
  const { error } = text().safeParse('Senha\u2066123');
  expect(error?.issues).toMatchObject([
    { message: 'O texto tem um caractere que não pode ser guardado. Apague-o e digite de novo.' },
  ]);
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
