import type { z } from 'zod';

/** One call of the API: where it is, what a fault calls it, what it takes and what it answers. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  step: string;
  schema: z.ZodType;
  handle: (params: unknown, id: string) => object;
};

/** Describes a call whose answer gets its checked parameters and the id in its path. */
export function defineEndpoint<Schema extends z.ZodType>(
  method: Endpoint['method'],
  path: string,
  step: string,
  schema: Schema,
  handle: (params: z.output<Schema>, id: string) => object,
): Endpoint {
  // Whoever calls `answer` has checked the parameters by this very schema.
  return { method, path, step, schema, handle: (params, id) => handle(params as never, id) };
}
