import type { FastifyRequest } from 'fastify';

/** Returns the value of a request cookie, or undefined. */
export function cookieOf({ headers }: FastifyRequest, name: string): string | undefined {
  const pair = headers.cookie?.split('; ').find((candidate) => candidate.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}
