import type { Endpoint } from '@pontual/contract/shared/endpoint.ts';
import * as z from 'zod';

type Schema = z.core.$ZodType;
export type JsonSchema = z.core.JSONSchema.BaseSchema;

interface Field {
  name: string;
  isRequired: boolean;
  schema: JsonSchema;
  decodedSchema: JsonSchema | undefined;
}

export function jsonSchemaOf(schema: Schema, io: 'input' | 'output' = 'input'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

export function fieldsOf(endpoint: Endpoint, part: 'params' | 'query' | 'body'): Field[] {
  const schema = endpoint[part];
  if (schema === undefined) return [];
  const { required = [] } = jsonSchemaOf(schema);
  const { def } = zodOf(schema);
  if (def.type !== 'object') throw new Error('an endpoint takes named fields');
  return Object.entries(def.shape).map(([name, field]) => {
    const decoded = endpoint.multipart === true ? jsonEncodedSchema(field) : undefined;
    return {
      name,
      isRequired: required.includes(name),
      schema: jsonSchemaOf(field),
      decodedSchema: decoded && jsonSchemaOf(decoded),
    };
  });
}

function jsonEncodedSchema(field: Schema): Schema | undefined {
  const { def } = zodOf(field);
  if ('innerType' in def) return jsonEncodedSchema(def.innerType);
  if (def.type !== 'pipe') return undefined;
  const reader = zodOf(def.in).def;
  return reader.type === 'pipe' && zodOf(reader.in).def.type === 'string' ? def.out : undefined;
}

// Every Zod schema is one of these types.
const zodOf = (schema: Schema) => (schema as z.core.$ZodTypes)._zod;
