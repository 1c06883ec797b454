import type { FastifyRequest } from 'fastify';

/** A cookie of this name that came with a request. */
export function cookieOf({ headers }: FastifyRequest, name: string): string | undefined {
  const pair = headers.cookie?.split('; ').find((candidate) => candidate.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}
