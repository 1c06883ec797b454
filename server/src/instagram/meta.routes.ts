import type { FastifyInstance } from 'fastify';
import { AppError } from '../http/app-error.ts';
import type { MetaCallbacks } from './meta.callbacks.ts';
import { readSignedRequest } from './meta.signed-request.ts';

/** Many times what Meta sends. */
const MAX_BYTES = 16 * 1024;

/**
 * The calls that Meta makes when a person removes the app on Facebook, and when they ask there for
 * what we hold of them to be deleted. Registered in a scope of their own: nothing else takes forms.
 */
export const registerMetaCallbacks =
  (deps: { callbacks: MetaCallbacks; appSecret: string }) =>
  async (scope: FastifyInstance): Promise<void> => {
    const { callbacks, appSecret } = deps;
    const options = { schema: { hide: true }, bodyLimit: MAX_BYTES };
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );

    /** @throws AppError SIGNED_REQUEST_INVALID for whatever Meta has not signed */
    const signedIn = (body: unknown) => {
      const texts = body instanceof URLSearchParams ? body.getAll('signed_request') : [];
      const [text = ''] = texts;
      const request = texts.length === 1 ? readSignedRequest(text, appSecret) : undefined;
      if (request === undefined) throw new AppError('SIGNED_REQUEST_INVALID');
      return request;
    };

    scope.post('/webhooks/meta/deauthorize', options, async ({ body }) => {
      await callbacks.deauthorize(signedIn(body));
      return {};
    });

    scope.post('/webhooks/meta/data-deletion', options, async ({ body }) => {
      const { url, code } = await callbacks.requestDeletion(signedIn(body));
      return { url, confirmation_code: code };
    });
  };
