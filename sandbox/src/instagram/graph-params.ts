import type { FastifyRequest } from 'fastify';
import { createParameterError } from './graph-error.ts';

/** A call's parameters as text, wherever they came from: query, form, multipart or JSON. */
export type Params = Record<string, string>;

const COMMON = new Set(['access_token', 'appsecret_proof']);

/** Collects the parameters of a request; those of the body win over those of the query. */
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

/** The token, from its parameter or the header (`Bearer` or Facebook's own `OAuth`). */
export function readToken(request: FastifyRequest, params: Params): string | undefined {
  const fromHeader = /^(?:Bearer|OAuth) (.+)$/i.exec(request.headers.authorization ?? '');
  return params['access_token'] || fromHeader?.[1];
}

/**
 * Refuses parameters the endpoint does not know. The real API ignores them in silence: to be
 * stricter is how a client's spelling mistakes are found.
 */
export function refuseUnknownParams(params: Params, known: readonly string[]): void {
  const unknown = Object.keys(params).find((name) => !known.includes(name) && !COMMON.has(name));
  if (unknown) throw createParameterError(`Param ${unknown} is not a known parameter of this call`);
}

/** A parameter without which the call means nothing. */
export function requireParam(params: Params, name: string): string {
  const value = params[name];
  if (!value) throw createParameterError(`The parameter ${name} is required`);
  return value;
}
