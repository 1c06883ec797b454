import { api } from '@pontual/contract/api.ts';
import type { Endpoint } from '@pontual/contract/shared/endpoint.ts';
import { operationTitles } from '@pontual/contract/operation-titles.ts';
import { scopeNames } from '@pontual/contract/shared/scopes.ts';
import type { FastifySchema } from 'fastify';

export const APP_TAG = 'Aplicativo';
const titles: Readonly<Record<string, string>> = operationTitles;
const endpointNames = new Map<Endpoint, string>(
  Object.entries<Endpoint>(api).map(([name, endpoint]) => [endpoint, name]),
);

export function describeEndpoint(endpoint: Endpoint): FastifySchema {
  const { scope, access, summary } = endpoint;
  const operationId = endpointNames.get(endpoint) ?? '';
  return {
    operationId,
    tags: [scope === undefined ? APP_TAG : scopeNames[scope]],
    summary: titles[operationId] ?? summary,
    description: summary,
    ...(access === 'user' ? { security: [{ bearer: scope === undefined ? [] : [scope] }] } : {}),
  };
}
