import { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';

/** Closes the connection of a call without a response; `withReset` sends a TCP reset. */
export function cutConnection(reply: FastifyReply, withReset: boolean): FastifyReply {
  reply.hijack();
  const { socket } = reply.raw;
  // An in-process call has no socket.
  if (!(socket instanceof Socket)) reply.raw.destroy();
  else if (withReset) socket.resetAndDestroy();
  else socket.destroy();
  return reply;
}
