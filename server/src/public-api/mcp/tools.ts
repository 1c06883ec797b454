import { api } from '@pontual/contract/api.ts';
import type { Endpoint } from '@pontual/contract/shared/endpoint.ts';
import { operationTitles } from '@pontual/contract/operation-titles.ts';
import type { Scope } from '@pontual/contract/shared/scopes.ts';
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { fieldsOf, type JsonSchema } from '../../platform/http/endpoint-schemas.ts';

export interface EndpointTool {
  endpoint: Endpoint & { scope: Scope };
  tool: Tool;
}

/** The form sends these URLs as its file parts. */
export const MEDIA_URLS = 'mediaUrls';
export const IDEMPOTENCY_KEY = 'idempotencyKey';

/** Every endpoint that an API token may call and that returns JSON. */
export const createEndpointTools = (): ReadonlyMap<string, EndpointTool> =>
  new Map(
    Object.entries(operationTitles).flatMap(([name, title]) => {
      const endpoint = endpointOf(name);
      if (endpoint === undefined) return [];
      return [[name, { endpoint, tool: toolOf(name, title, endpoint) }]];
    }),
  );

function endpointOf(name: string): EndpointTool['endpoint'] | undefined {
  const endpoint: Endpoint | undefined = Object.entries(api).find(([each]) => each === name)?.[1];
  if (endpoint?.scope === undefined || endpoint.file !== undefined) return undefined;
  const { scope } = endpoint;
  return { ...endpoint, scope };
}

function toolOf(name: string, title: string, endpoint: Endpoint): Tool {
  return {
    name,
    title,
    description: endpoint.summary,
    inputSchema: inputOf(endpoint),
    annotations: {
      readOnlyHint: endpoint.method === 'GET',
      destructiveHint: endpoint.consequential === true,
      idempotentHint: endpoint.method !== 'POST',
      // A published post is visible outside.
      openWorldHint: endpoint.scope === 'posts:write',
    },
  };
}

/** The names of params, query and body do not collide. */
function inputOf(endpoint: Endpoint): Tool['inputSchema'] {
  const fields = (['params', 'query', 'body'] as const).flatMap((part) => fieldsOf(endpoint, part));
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(
        fields.map(({ name, decodedSchema, schema }) => [
          name,
          decodedSchema ?? toBooleanSchema(schema),
        ]),
      ),
      ...(endpoint.multipart === true ? { [MEDIA_URLS]: MEDIA_URLS_SCHEMA } : {}),
      ...(endpoint.idempotent === true ? { [IDEMPOTENCY_KEY]: IDEMPOTENCY_KEY_SCHEMA } : {}),
    },
    required: fields.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    additionalProperties: false,
  };
}

function toBooleanSchema(schema: JsonSchema): JsonSchema {
  if (schema.enum?.join() !== 'true,false') return schema;
  const isKnown = schema.default !== undefined;
  return { type: 'boolean', ...(isKnown ? { default: schema.default === 'true' } : {}) };
}

const MEDIA_URLS_SCHEMA = {
  type: 'array',
  items: { type: 'string', format: 'uri' },
  description: 'Public https addresses of the files, in the order of the items.',
};
const IDEMPOTENCY_KEY_SCHEMA = {
  type: 'string',
  description: 'The same key and content again make no second post.',
};
