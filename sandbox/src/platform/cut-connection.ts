import { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';

/** Ends the connection of a call without an answer. */
export function cutConnection(reply: FastifyReply, withReset: boolean): FastifyReply {
  reply.hijack();
  const { socket } = reply.raw;
  // A call from within the process has no socket of its own to cut.
  if (!(socket instanceof Socket)) reply.raw.destroy();
  else if (withReset) socket.resetAndDestroy();
  else socket.destroy();
  return reply;
}
