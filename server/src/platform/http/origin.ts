import type { FastifyRequest } from 'fastify';

export interface Origin {
  /** Behind a trusted proxy (TRUST_PROXY) the address of the visitor. */
  address: string;
  /** The remote port: many users can share one address. */
  port: number | null;
}

export interface Visitor {
  origin: Origin;
  userAgent: string;
}

export const visitorOf = (request: FastifyRequest): Visitor => ({
  origin: originOf(request),
  userAgent: request.headers['user-agent'] ?? '',
});

export const originOf = ({ ip, socket }: FastifyRequest): Origin => ({
  address: ip,
  port: socket.remotePort ?? null,
});
