import { getDeletion } from '@pontual/contract/privacy/deletions.ts';
import type { Throttle } from '../../platform/http/throttle.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { serve, type ApiRouter } from '../../platform/http/serve.ts';

const NOT_FOUND = 'Não encontramos um pedido de exclusão com este código. Confira o link.';

export function registerDeletionStatusRoutes(
  serving: ApiRouter,
  deps: { database: Database; throttle: Throttle },
): void {
  const { database, throttle } = deps;

  const find = async (code: string) => {
    // PostgreSQL refuses some characters of a URL.
    if (!/^[\w-]+$/.test(code)) return undefined;
    return database.db
      .selectFrom('deletions')
      .select(['kind', 'requested_at', 'finished_at'])
      .where('code', '=', code)
      .executeTakeFirst();
  };

  serve(serving, getDeletion, ({ params }, _caller, { request }) =>
    throttle.attempt({ what: 'open-link', account: null, address: request.ip }, async () => {
      const found = await find(params.code);
      if (found === undefined) throw new AppError('NOT_FOUND', { message: NOT_FOUND });
      return {
        kind: found.kind,
        requestedAt: found.requested_at.toISOString(),
        finishedAt: found.finished_at?.toISOString() ?? null,
      };
    }),
  );
}
