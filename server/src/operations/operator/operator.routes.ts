import { operatorPaths, type OperatorView } from '@pontual/contract/operations/operator.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError, failureOf } from '../../platform/http/app-error.ts';
import { acceptFormsOnly, fieldOf } from '../../platform/http/form-bodies.ts';
import type { Throttle } from '../../platform/http/throttle.ts';
import type { Log } from '../../platform/log/log.ts';
import type { RenderOperatorPage } from './operator-page.ts';
import type { OperatorSession } from './operator-session.ts';
import type { Review } from './review.service.ts';

const MAX_BYTES = 4 * 1024;
const WRONG_TOKEN = 'Este não é o token desta instalação. Confira OPERATOR_TOKEN e tente de novo.';
const SESSION_ENDED = 'Sua sessão terminou. Entre de novo.';

/** Registered only where OPERATOR_TOKEN is set: elsewhere these paths are unknown. */
export const registerOperator =
  (deps: {
    session: OperatorSession;
    review: Review;
    renderPage: RenderOperatorPage;
    throttle: Throttle;
    log: Log;
  }) =>
  async (scope: FastifyInstance): Promise<void> => {
    const { session, review, renderPage, throttle, log } = deps;
    const options = { schema: { hide: true }, bodyLimit: MAX_BYTES };
    acceptFormsOnly(scope);
    scope.addHook('onRequest', async (_request, reply) => {
      reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    });

    async function send(reply: FastifyReply, view: OperatorView) {
      const page = await renderPage(view);
      if (page === undefined) return reply.callNotFound();
      return reply.type('text/html; charset=utf-8').send(page);
    }

    const sendCalls = async (
      reply: FastifyReply,
      shown: Pick<Extract<OperatorView, { kind: 'calls' }>, 'notice' | 'result'>,
    ) =>
      send(reply, {
        kind: 'calls',
        email: review.email,
        logins: await review.overview(),
        ...shown,
      });

    scope.get(operatorPaths.page, options, (request, reply) =>
      session.isOpen(request)
        ? sendCalls(reply, { notice: null, result: null })
        : send(reply, { kind: 'login', notice: null }),
    );

    // A reload or a bookmark of what answers to a press.
    for (const path of [operatorPaths.login, operatorPaths.calls, operatorPaths.logout]) {
      scope.get(path, options, (_request, reply) => reply.redirect(operatorPaths.page, 303));
    }

    scope.post(operatorPaths.login, options, async (request, reply) => {
      const attempt = { what: 'operator', account: null, address: request.ip } as const;
      try {
        await throttle.attempt(attempt, async () => {
          if (session.isToken(fieldOf(request, 'token'))) return;
          throw new AppError('INVALID_CREDENTIALS', { message: WRONG_TOKEN });
        });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        log.warn({ code: error.code }, 'refused a login to the page of the operator');
        const { status } = failureOf(error);
        return send(reply.status(status), { kind: 'login', notice: error.message });
      }
      return reply.header('set-cookie', session.begin()).redirect(operatorPaths.page, 303);
    });

    scope.post(operatorPaths.calls, options, async (request, reply) => {
      if (!session.isOpen(request)) {
        return send(reply.status(401), { kind: 'login', notice: SESSION_ENDED });
      }
      const asked = {
        connectionId: fieldOf(request, 'account'),
        permission: fieldOf(request, 'permission'),
      };
      try {
        return await sendCalls(reply, { notice: null, result: await review.run(asked) });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const { status } = failureOf(error);
        return sendCalls(reply.status(status), { notice: error.message, result: null });
      }
    });

    scope.post(operatorPaths.logout, options, (_request, reply) =>
      reply.header('set-cookie', session.end).redirect(operatorPaths.page, 303),
    );
  };
