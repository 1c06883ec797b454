import { sampleMessage, webhookMessage } from '@pontual/contract/public-api/webhook-message.ts';
import {
  TEST_EVENT,
  webhookEventNames,
  webhookEvents,
} from '@pontual/contract/public-api/webhooks.ts';
import { jsonSchemaOf } from '../../platform/http/endpoint-schemas.ts';

const header = (name: string, description: string) => ({
  name,
  in: 'header' as const,
  required: true,
  description,
  schema: { type: 'string' as const },
});

const signatureHeaders = [
  header('webhook-id', 'O mesmo em cada tentativa: por ele se reconhece um aviso repetido.'),
  header('webhook-timestamp', 'Quando esta tentativa foi feita, em segundos desde 1970.'),
  header('webhook-signature', 'HMAC-SHA256 de `id.timestamp.corpo`, como diz Standard Webhooks.'),
];

const eventResponses = {
  '2XX': { description: 'Recebido.' },
  '410': { description: 'Não existe mais: o webhook é desligado.' },
  default: { description: 'Tentamos de novo por cerca de um dia.' },
};
const testResponses = {
  '2XX': eventResponses['2XX'],
  default: { description: 'O teste é enviado uma vez só.' },
};

const describeWebhook = (
  type: string,
  summary: string,
  responses: Record<string, object> = eventResponses,
) => ({
  post: {
    summary,
    security: [],
    parameters: signatureHeaders,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            allOf: [
              { $ref: '#/components/schemas/WebhookMessage' },
              { type: 'object', properties: { type: { const: type } } },
            ],
          },
          ...(type === sampleMessage.type ? { example: sampleMessage } : {}),
        },
      },
    },
    responses,
  },
});

export const webhookSchema = jsonSchemaOf(webhookMessage, 'output');

export const webhooks = Object.fromEntries([
  ...webhookEvents.map((event) => [event, describeWebhook(event, webhookEventNames[event])]),
  [TEST_EVENT, describeWebhook(TEST_EVENT, 'Teste pedido em Programas', testResponses)],
]);
