import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { acceptFormsOnly, fieldOf } from '../../platform/http/form-bodies.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { MetaCallbacks } from './callbacks.ts';
import { readSignedRequest, type AppSecrets, type SignedRequest } from './signed-request.ts';

const MAX_BYTES = 16 * 1024;

export const registerMetaCallbacks =
  (deps: {
    callbacks: MetaCallbacks;
    appSecrets: AppSecrets;
    metrics: Pick<Metrics, 'recordWebhookAccepted' | 'recordWebhookIgnored'>;
    clock: Pick<Clock, 'now'>;
  }) =>
  async (scope: FastifyInstance): Promise<void> => {
    const { callbacks, appSecrets, metrics, clock } = deps;
    const options = { schema: { hide: true }, bodyLimit: MAX_BYTES };
    acceptFormsOnly(scope);

    /** @throws AppError SIGNED_REQUEST_INVALID */
    const parseSignedBody = (sent: FastifyRequest) => {
      const request = readSignedRequest(fieldOf(sent, 'signed_request'), appSecrets);
      if (request === undefined) {
        metrics.recordWebhookIgnored('meta', 'refused');
        throw new AppError('SIGNED_REQUEST_INVALID');
      }
      return request;
    };

    const count = ({ issuedAt }: SignedRequest) =>
      metrics.recordWebhookAccepted('meta', clock.now().getTime() - issuedAt.getTime());

    scope.post('/webhooks/meta/deauthorize', options, async (sent) => {
      const request = parseSignedBody(sent);
      await callbacks.deauthorize(request);
      count(request);
      return {};
    });

    scope.post('/webhooks/meta/data-deletion', options, async (sent) => {
      const request = parseSignedBody(sent);
      const { url, code } = await callbacks.requestDeletion(request);
      count(request);
      return { url, confirmation_code: code };
    });
  };
