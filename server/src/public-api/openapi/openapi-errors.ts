import type { api } from '@pontual/contract/api.ts';
import { operationErrors } from './operation-errors.ts';
import type { Endpoint } from '@pontual/contract/shared/endpoint.ts';
import { errorCatalogue, type ErrorCode } from '@pontual/contract/shared/errors.ts';

const operationErrorsByName = new Map<string, readonly ErrorCode[]>(
  Object.entries(operationErrors),
);

/** The errors of every endpoint of this kind: they come from the HTTP layer and from authentication. */
function commonErrorsOf({ access, scope, role, params, query, body, multipart }: Endpoint) {
  const codes: ErrorCode[] = ['INTERNAL', 'TOO_MANY_MISSED', 'SERVER_FULL'];
  if ((params ?? query ?? body) !== undefined) codes.push('VALIDATION');
  if (body !== undefined) {
    codes.push('BODY_CUT_OFF', 'BODY_TOO_SLOW', multipart ? 'TOO_MANY_UPLOADS' : 'BODY_TOO_LARGE');
  }
  if (access === 'public') return codes;
  codes.push('UNAUTHENTICATED', 'TOKEN_INVALID');
  codes.push(...(scope === undefined ? (['TOKEN_NOT_ACCEPTED'] as const) : API_TOKEN_ERRORS));
  if (role !== 'self') codes.push('WORKSPACE_LEFT');
  if (role !== 'self' && role !== 'view') codes.push('ROLE_NOT_ALLOWED');
  return codes;
}

const API_TOKEN_ERRORS = ['TOKEN_SCOPE', 'RATE_LIMITED'] as const;

/** By status, in order of the status; a code stands once. */
export function errorsByStatus(
  name: keyof typeof api,
  endpoint: Endpoint,
): ReadonlyMap<number, readonly ErrorCode[]> {
  const codes = new Set([...commonErrorsOf(endpoint), ...(operationErrorsByName.get(name) ?? [])]);
  const grouped = Map.groupBy(codes, (code) => errorCatalogue[code].status);
  return new Map([...grouped].toSorted(([one], [other]) => one - other));
}

export const describeErrors = (
  name: keyof typeof api,
  endpoint: Endpoint,
): Record<string, object> =>
  Object.fromEntries(
    [...errorsByStatus(name, endpoint)].map(([status, codes]) => [
      String(status),
      {
        description: codes
          .map((code) => `\`${code}\`: ${errorCatalogue[code].message}`)
          .join('\n\n'),
        ...(codes.some((code) => RETRIED.has(code)) ? { headers: RETRY_AFTER } : {}),
        content: {
          'application/json': {
            schema: {
              allOf: [
                { $ref: '#/components/schemas/Failure' },
                { type: 'object', properties: { code: { type: 'string', enum: codes } } },
              ],
            },
          },
        },
      },
    ]),
  );

const RETRIED: ReadonlySet<ErrorCode> = new Set(['RATE_LIMITED']);
const RETRY_AFTER = {
  'Retry-After': {
    description: 'Em quantos segundos o pedido será aceito.',
    schema: { type: 'integer' },
  },
};
