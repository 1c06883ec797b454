import { api } from '@pontual/contract/api.ts';
import type { Endpoint } from '@pontual/contract/shared/endpoint.ts';
import { operationTitles } from '@pontual/contract/operation-titles.ts';
import { scopeNames } from '@pontual/contract/shared/scopes.ts';
import type { FastifySchema } from 'fastify';
import * as z from 'zod/mini';

export const APP_TAG = 'Aplicativo';
const titles: Readonly<Record<string, string>> = operationTitles;
const endpointNames = new Map<Endpoint, string>(
  Object.entries<Endpoint>(api).map(([name, endpoint]) => [endpoint, name]),
);

/** The schemas by which requests are parsed and responses are written, and the texts of the OpenAPI document. */
export function describeEndpoint(endpoint: Endpoint): FastifySchema {
  const { scope, access, summary, params, query, body, multipart, status = 200 } = endpoint;
  const operationId = endpointNames.get(endpoint) ?? '';
  return {
    operationId,
    tags: [scope === undefined ? APP_TAG : scopeNames[scope]],
    summary: titles[operationId] ?? summary,
    description: summary,
    ...(access === 'user' ? { security: [{ bearer: scope === undefined ? [] : [scope] }] } : {}),
    ...(params === undefined ? {} : { params }),
    ...(query === undefined ? {} : { querystring: query }),
    ...(body === undefined || multipart ? {} : { body }),
    ...(multipart ? { consumes: ['multipart/form-data'] } : {}),
    response: { [status]: responseOf(endpoint) },
  };
}

const responseOf = ({ data, file, message }: Endpoint) =>
  file === undefined
    ? z.object({
        success: z.literal(true),
        data,
        ...(message === undefined ? {} : { message: z.string() }),
      })
    : {
        description: 'A file',
        content: Object.fromEntries(file.map((type) => [type, { schema: z.string() }])),
      };
