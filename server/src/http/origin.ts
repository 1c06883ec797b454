import type { FastifyRequest } from 'fastify';

/** Where a request comes from. */
export interface Origin {
  /** IP address; of the visitor behind a proxy that is trusted (TRUST_PROXY). */
  address: string;
  /** Of the connection: behind one address there may be many people. */
  port: number | null;
}

export const originOf = ({ ip, socket }: FastifyRequest): Origin => ({
  address: ip,
  port: socket.remotePort ?? null,
});
