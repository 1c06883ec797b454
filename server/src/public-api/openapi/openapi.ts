import { APP_TAG } from '../../platform/http/describe-endpoint.ts';
import { api } from '@pontual/contract/api.ts';
import type { Endpoint } from '@pontual/contract/shared/endpoint.ts';
import { scopeNames } from '@pontual/contract/shared/scopes.ts';
import { API_TOKEN_PREFIX } from '@pontual/contract/public-api/api-tokens.ts';
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { fieldsOf } from '../../platform/http/endpoint-schemas.ts';
import { describeErrors } from './openapi-errors.ts';
import { examples } from './openapi-examples.ts';
import { webhooks, webhookSchema } from './openapi-webhooks.ts';
import { MAX_KEY_LENGTH } from '../../platform/http/multipart.ts';

const endpointsByName = new Map<string, Endpoint>(Object.entries(api));
const examplesByName = new Map<string, object>(Object.entries(examples));

/** The shape that `failureOf` (app-error.ts) returns. */
const FAILURE_SCHEMA = {
  type: 'object' as const,
  required: ['success', 'code', 'message'],
  properties: {
    success: { const: false },
    code: { type: 'string' as const },
    message: { type: 'string' as const },
    errors: { type: 'object' as const, additionalProperties: { type: 'string' as const } },
  },
};

export const openapi = {
  openapi: {
    openapi: '3.1.0',
    info: {
      title: 'Pontual',
      version: '1',
      description:
        'Os endpoints que um token de acesso pessoal abre estão sob o nome da permissão que pedem; os demais são do aplicativo. Instantes são ISO 8601 em UTC. Os tokens de uma equipe fazem juntos até 600 pedidos por minuto; `RateLimit` diz quantos faltam.',
    },
    tags: [...Object.values(scopeNames), APP_TAG].map((name) => ({ name })),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: `${API_TOKEN_PREFIX}…`,
          description: `Um token de acesso pessoal, que começa com \`${API_TOKEN_PREFIX}\` e se cria em Programas com as permissões que cada endpoint nomeia. O aplicativo mostra aqui a sua sessão.`,
        },
      },
      schemas: { Failure: FAILURE_SCHEMA },
      responses: {
        Failure: {
          description: 'Uma falha: programas decidem por `code`, pessoas leem `message`.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
        },
      },
    },
  },
  // Every endpoint of the contract has a tag; pages and files have none.
  hideUntagged: true,
  transform: jsonSchemaTransform,
  transformObject(document) {
    if (!('openapiObject' in document)) return document.swaggerObject;
    const { paths = {} } = document.openapiObject;
    for (const methods of Object.values(paths)) {
      // @fastify/swagger has generated these operations.
      for (const operation of Object.values(methods ?? {}))
        completeOperation(operation as Operation);
    }
    const { components } = document.openapiObject;
    const schemas = { ...components?.schemas, WebhookMessage: webhookSchema };
    Object.assign(document.openapiObject, { webhooks, components: { ...components, schemas } });
    return document.openapiObject;
  },
} satisfies FastifyDynamicSwaggerOptions;

interface Operation {
  operationId?: string;
  parameters?: unknown[];
  responses: Record<string, { content?: Record<string, unknown> } | { $ref: string }>;
  requestBody?: { required?: boolean; content: Record<string, object> };
}

function completeOperation(operation: Operation): void {
  const { operationId = '', responses } = operation;
  const name = operationId as keyof typeof api;
  const endpoint = endpointsByName.get(name);
  if (endpoint === undefined) return;
  Object.assign(responses, describeErrors(name, endpoint));
  responses['default'] = { $ref: '#/components/responses/Failure' };
  if (endpoint.file !== undefined) responses['200'] = describeFileResponse(endpoint.file);
  if (endpoint.idempotent === true) {
    operation.parameters = [...(operation.parameters ?? []), IDEMPOTENCY_KEY_PARAMETER];
  }
  if (endpoint.body === undefined) return;
  const content =
    endpoint.multipart === true
      ? { 'multipart/form-data': { schema: describeForm(endpoint) } }
      : (operation.requestBody?.content ?? {});
  const example = examplesByName.get(operationId);
  operation.requestBody = {
    required: true,
    content: Object.fromEntries(
      Object.entries(content).map(([type, said]) => [
        type,
        example === undefined ? said : { ...said, example },
      ]),
    ),
  };
}

const describeFileResponse = (types: readonly string[]) => ({
  description: 'Um arquivo',
  content: Object.fromEntries(
    types.map((contentMediaType) => [
      contentMediaType,
      // JSON Schema has no type for bytes.
      contentMediaType === 'application/pdf' ? { schema: { contentMediaType } } : {},
    ]),
  ),
});

const IDEMPOTENCY_KEY_PARAMETER = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Escolhida pelo programa. Por 24 horas, o mesmo pedido com a mesma chave dá a mesma resposta e nunca um segundo post.',
  schema: { type: 'string', maxLength: MAX_KEY_LENGTH },
};

const describeForm = (endpoint: Endpoint) => {
  const fields = fieldsOf(endpoint, 'body');
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(
        fields.map(({ name, schema, decodedSchema }) => [
          name,
          decodedSchema === undefined
            ? schema
            : {
                type: 'string',
                contentMediaType: 'application/json',
                contentSchema: decodedSchema,
              },
        ]),
      ),
      media: MEDIA_SCHEMA,
    },
    required: fields.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    additionalProperties: false,
  };
};

const MEDIA_SCHEMA = {
  type: 'array',
  items: { type: 'string', contentMediaType: 'application/octet-stream' },
};
