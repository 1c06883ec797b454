import { createHash } from 'node:crypto';
import type { Endpoint } from '@pontual/contract/shared/endpoint.ts';
import * as z from 'zod/mini';

type Schema = z.core.$ZodType;

/** A request as it goes over the wire; a body that is a record is sent as a form. */
export interface FuzzInput {
  /** Of the endpoint. */
  name: string;
  method: string;
  /** Below `/api`, encoded. */
  path: string;
  body: string | Record<string, string> | undefined;
}

const DEPTH = 60_000;
const hostileTexts = [
  '',
  ' ',
  'null',
  'NaN',
  '-1',
  '1e309',
  '9'.repeat(400),
  '99999999999999999999',
  '\0',
  'ab\0cd',
  '\ud800',
  'Bia \udfff',
  '\u202e\u2066',
  '\ufeff\uffff',
  'a'.repeat(30_000),
  '😀'.repeat(2_500),
  "'; drop table users; --",
  '%00%ff',
  '../../../etc/passwd',
  '{"__proto__":{"isAdmin":true}}',
  '[null]',
  '__proto__',
  '=1+1',
  '0000-01-01T00:00:00Z',
  '0001-01-01',
  '9999-12-31T23:59:59.999999999-23:59',
  '9999-12-31',
  '2024-02-30',
  '0000-01',
  '9999-12',
  'javascript:alert(1)',
  'http://[::1',
  'https://exemplo.com.br:99999/',
];
/** NUL, half of a character, marks that reorder text. */
const UNSTORABLE = ['\0', '\ud800', '\udfff', '\u202e', '\u2066'];
const plausibleTexts = [
  'cafe',
  'Café da Serra',
  '#cafe',
  '@cafe.serra',
  'fuzz@exemplo.com.br',
  'https://exemplo.com.br/a',
  'cs_test_1',
  '17841400000000001',
  '12',
  'true',
  '2026-12-05T21:00:00Z',
  '2027-06-05T21:00:00Z',
  '2026-12-05',
  '2026-11',
  'a'.repeat(64),
  '0199f0a4-6a53-7c1e-9f0e-5b1c2d3e4f50',
];
const otherValues: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  0.5,
  1e308,
  2 ** 53,
  -(2 ** 31) - 1,
  [],
  {},
  [null],
  { a: { b: [] } },
  ['a', 1],
];
const numbers = [0, 1, 2, 30, 59, 1440, 10_000, 2 ** 31, 2 ** 53, -1, 0.5, 1e308];
const brokenBodies = [
  '',
  '{',
  '{"a":',
  'null',
  '[]',
  '"x"',
  '{"a":1,"a":2}',
  '{"__proto__":{"a":1}}',
  '['.repeat(DEPTH),
  `{"a":${'[{"a":'.repeat(DEPTH / 2)}`,
];
/** What no encoder writes: NUL, half of a character in UTF-8, bytes that are no UTF-8, a lone percent sign. */
const hostileSegments = ['%00', '%ED%A0%80', '%FF', '%', '..%2F..', '%2e%2e', 'a'.repeat(5000)];

/**
 * Requests made from the schemas of the endpoints, in turn: mostly plausible, each with some hostile parts.
 * A seed repeats them. `known` are ids, tokens and passwords that exist, so that requests get past the first check.
 */
export function createFuzzInputs(
  endpoints: readonly (readonly [name: string, endpoint: Endpoint])[],
  { seed, known }: { seed: number; known: readonly string[] },
) {
  let draws = 0;
  const next = () => {
    draws += 1;
    return createHash('sha256').update(`${seed} ${draws}`).digest().readUInt32BE() / 2 ** 32;
  };
  const happens = (share: number) => next() < share;
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(next() * items.length)];
  const textFrom = (texts: readonly string[]) => pick(texts) ?? '';
  /** Mostly a text that the schema accepts; sometimes one with a character that nothing can store. */
  const textFor = (schema: Schema) => {
    if (happens(0.1)) return textFrom(hostileTexts);
    const accepted = [...known, ...plausibleTexts].filter(
      (sent) => z.safeParse(schema, sent).success,
    );
    const chosen = textFrom(accepted.length === 0 ? plausibleTexts : accepted);
    if (!happens(0.25)) return chosen;
    const at = Math.floor(next() * (chosen.length + 1));
    return `${chosen.slice(0, at)}${textFrom(UNSTORABLE)}${chosen.slice(at)}`;
  };

  /** A value for the schema; undefined leaves the field out. */
  function valueFor(schema: Schema): unknown {
    const { def } = (schema as z.core.$ZodTypes)._zod;
    if (happens(0.01)) return pick(otherValues);
    if (def.type === 'object') {
      const fields = Object.entries(def.shape).map(([name, field]) => [name, valueFor(field)]);
      if (happens(0.02)) fields.push(['extra', 'x']);
      return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
    }
    if (def.type === 'array') {
      const length = happens(0.02) ? 301 : 1 + Math.floor(next() * 3);
      return Array.from({ length }, () => valueFor(def.element));
    }
    if (def.type === 'record') return { [textFor(def.keyType)]: valueFor(def.valueType) };
    if (def.type === 'optional' || def.type === 'default') {
      return happens(0.4) ? undefined : valueFor(def.innerType);
    }
    if (def.type === 'nullable') return happens(0.2) ? null : valueFor(def.innerType);
    if (def.type === 'union') return valueFor(pick(def.options) ?? schema);
    if (def.type === 'enum') return pick(Object.values(def.entries));
    if (def.type === 'literal') return pick(def.values);
    if (def.type === 'boolean') return happens(0.5);
    if (def.type === 'number') return pick(numbers);
    if (def.type !== 'pipe') return textFor(schema);
    const first = (def.in as z.core.$ZodTypes)._zod.def;
    // A field of a form that carries JSON as text.
    if (first.type === 'pipe') return JSON.stringify(valueFor(def.out)) ?? '';
    if (first.type === 'string') return textFor(schema);
    return valueFor(first.type === 'transform' ? def.out : def.in);
  }

  const toText = (value: unknown) =>
    typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const encode = (value: unknown) => {
    const sent = toText(value);
    return sent.isWellFormed() ? encodeURIComponent(sent) : '%ED%A0%80';
  };
  const entriesFor = (schema: Schema | undefined): [string, unknown][] => {
    const value = schema === undefined ? {} : valueFor(schema);
    return typeof value === 'object' && value !== null ? Object.entries(value) : [];
  };

  function bodyFor({ body, multipart }: Endpoint): FuzzInput['body'] {
    if (body === undefined) return undefined;
    if (multipart === true) {
      return Object.fromEntries(entriesFor(body).map(([name, value]) => [name, toText(value)]));
    }
    return happens(0.03) ? textFrom(brokenBodies) : JSON.stringify(valueFor(body));
  }

  let turn = 0;
  return {
    next(): FuzzInput {
      const chosen = endpoints[turn % endpoints.length];
      if (chosen === undefined) throw new Error('there are no endpoints to fuzz');
      const [name, endpoint] = chosen;
      turn += 1;
      const params = new Map(entriesFor(endpoint.params));
      const segments = endpoint.path.replace(/:(\w+)/g, (_, param: string) =>
        happens(0.2) ? textFrom(hostileSegments) : encode(params.get(param) ?? textFrom(known)),
      );
      const query = entriesFor(endpoint.query).map(([name, value]) => `${name}=${encode(value)}`);
      return {
        name,
        method: endpoint.method,
        path: `${segments}${query.length === 0 ? '' : `?${query.join('&')}`}`,
        body: bodyFor(endpoint),
      };
    },
  };
}
