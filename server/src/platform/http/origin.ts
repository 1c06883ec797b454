import type { FastifyRequest } from 'fastify';

/** Where a request comes from. */
export interface Origin {
  /** IP address; of the visitor behind a proxy that is trusted (TRUST_PROXY). */
  address: string;
  /** Of the connection: behind one address there may be many people. */
  port: number | null;
}

/** Who asks: from where, and by which browser. */
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
