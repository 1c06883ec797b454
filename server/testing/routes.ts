import type { Endpoint } from '@pontual/contract/shared/endpoint.ts';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';

const BRANCH = /^((?:│ {3}| {4})*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/;

/** For example `GET /api/scheduled/:id`. */
export function routesOf(app: FastifyInstance): string[] {
  const above: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods] = BRANCH.exec(line) ?? [];
      const depth = indent.length / 4;
      const path = (above[depth - 1] ?? '') + part;
      above[depth] = path;
      return methods?.split(', ').map((method) => `${method} ${path}`) ?? [];
    });
}

export interface IdField {
  where: 'params' | 'query' | 'body';
  field: string;
  isList: boolean;
}

const ID_NAME = /^_?id$|(?:Id|Ids)$/;

/** Found by field names and by schemas that require an id. */
export function idFieldsOf(endpoint: Endpoint): IdField[] {
  return (['params', 'query', 'body'] as const).flatMap((where) => {
    const schema = endpoint[where];
    if (schema === undefined) return [];
    return fieldsIn(schema)
      .filter(({ name, hasUuidFormat }) => ID_NAME.test(name) || hasUuidFormat)
      .map(({ name, isList }) => ({ where, field: name, isList }));
  });
}

interface Field {
  name: string;
  hasUuidFormat: boolean;
  isList: boolean;
}

function fieldsIn(schema: z.core.$ZodType): Field[] {
  return partsOf(schema).flatMap((part) => {
    const { def } = zodOf(part);
    if (def.type !== 'object') return [];
    return Object.entries(def.shape).flatMap(([name, field]) => {
      const within = partsOf(field).map((inner) => zodOf(inner).def);
      const hasUuidFormat = within.some((inner) => 'format' in inner && inner.format === 'uuid');
      const isList = within.some(({ type }) => type === 'array');
      return [{ name, hasUuidFormat, isList }].concat(fieldsIn(field));
    });
  });
}

/** Without a field name in between. */
function partsOf(schema: z.core.$ZodType): z.core.$ZodType[] {
  return [schema, ...wrappedBy(schema).flatMap(partsOf)];
}

function wrappedBy(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  const { def } = zodOf(schema);
  if (def.type === 'pipe') return [def.in, def.out];
  if (def.type === 'union') return def.options;
  if (def.type === 'array') return [def.element];
  if (def.type === 'record') return [def.valueType];
  return 'innerType' in def ? [def.innerType] : [];
}

const zodOf = (schema: z.core.$ZodType) => (schema as z.core.$ZodTypes)._zod;
