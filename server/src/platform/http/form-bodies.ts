import type { FastifyInstance, FastifyRequest } from 'fastify';

/** For a scope of its own: its endpoints take URL-encoded forms, which no other endpoint accepts. */
export function acceptFormsOnly(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
}

/** Empty when the field is missing or repeated. */
export function fieldOf({ body }: FastifyRequest, name: string): string {
  const values = body instanceof URLSearchParams ? body.getAll(name) : [];
  return values.length === 1 ? (values[0] ?? '') : '';
}
