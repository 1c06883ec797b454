import type { FastifyRequest } from 'fastify';
import { createParameterError } from './graph-error.ts';
import { refuseLegacyFeatures } from './legacy-features.ts';

export type Params = Record<string, string>;

/** Meta's SDK sends `fields` and the id of the node with every call. */
const COMMON = new Set(['access_token', 'appsecret_proof', 'fields', 'id']);

export function readParams(request: FastifyRequest): Params {
  return { ...asText(request.query), ...asText(request.body) };
}

function asText(source: unknown): Params {
  if (typeof source !== 'object' || source === null) return {};
  return Object.fromEntries(
    Object.entries(source).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}

/** Returns the token from its parameter or from the header (`Bearer` or `OAuth`, as Facebook names it). */
export function readToken(request: FastifyRequest, params: Params): string | undefined {
  const fromHeader = /^(?:Bearer|OAuth) (.+)$/i.exec(request.headers.authorization ?? '');
  return params['access_token'] || fromHeader?.[1];
}

/** The real API ignores them; the stricter check finds spelling mistakes of a client. */
export function refuseUnknownParams(params: Params, known: readonly string[]): void {
  refuseLegacyFeatures(params);
  const unknown = Object.keys(params).find((name) => !known.includes(name) && !COMMON.has(name));
  if (unknown) throw createParameterError(`Param ${unknown} is not a known parameter of this call`);
}

/** @throws GraphError when it is missing */
export function requireParam(params: Params, name: string): string {
  const value = params[name];
  if (!value) throw createParameterError(`The parameter ${name} is required`);
  return value;
}
