import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { MetaCallbacks } from './callbacks.ts';
import { readSignedRequest, type AppSecrets, type SignedRequest } from './signed-request.ts';

const MAX_BYTES = 16 * 1024;

/** In a scope of their own, because no other endpoint accepts URL-encoded forms. */
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
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );

    /** @throws AppError SIGNED_REQUEST_INVALID */
    const parseSignedBody = (body: unknown) => {
      const texts = body instanceof URLSearchParams ? body.getAll('signed_request') : [];
      const [text = ''] = texts;
      const request = texts.length === 1 ? readSignedRequest(text, appSecrets) : undefined;
      if (request === undefined) {
        metrics.recordWebhookIgnored('meta', 'refused');
        throw new AppError('SIGNED_REQUEST_INVALID');
      }
      return request;
    };

    const count = ({ issuedAt }: SignedRequest) =>
      metrics.recordWebhookAccepted('meta', clock.now().getTime() - issuedAt.getTime());

    scope.post('/webhooks/meta/deauthorize', options, async ({ body }) => {
      const request = parseSignedBody(body);
      await callbacks.deauthorize(request);
      count(request);
      return {};
    });

    scope.post('/webhooks/meta/data-deletion', options, async ({ body }) => {
      const request = parseSignedBody(body);
      const { url, code } = await callbacks.requestDeletion(request);
      count(request);
      return { url, confirmation_code: code };
    });
  };
