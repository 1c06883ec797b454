import type { Endpoint } from '@pontual/contract/shared/endpoint.ts';
import * as z from 'zod';

type Schema = z.core.$ZodType;
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** A named value that an endpoint takes. */
interface Field {
  name: string;
  isRequired: boolean;
  /** As it stands in a request. */
  schema: JsonSchema;
  /** What the text of a multipart field is the JSON of, if it is of anything. */
  decodedSchema: JsonSchema | undefined;
}

/** The JSON Schema of what is taken, or of what is answered. */
export function jsonSchemaOf(schema: Schema, io: 'input' | 'output' = 'input'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

/** What an endpoint takes in a part of a request. */
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

// As Zod itself tells its schemas apart: every schema is one of these.
const zodOf = (schema: Schema) => (schema as z.core.$ZodTypes)._zod;
