import type { z } from 'zod';

export type Endpoint = {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  step: string;
  schema: z.ZodType;
  handle: (params: unknown, id: string) => object;
};

/** Defines an endpoint whose `handle` gets the validated parameters and the id in the path. */
export function defineEndpoint<Schema extends z.ZodType>(
  method: Endpoint['method'],
  path: string,
  step: string,
  schema: Schema,
  handle: (params: z.output<Schema>, id: string) => object,
): Endpoint {
  // The caller of `handle` has validated the parameters with this schema.
  return { method, path, step, schema, handle: (params, id) => handle(params as never, id) };
}
