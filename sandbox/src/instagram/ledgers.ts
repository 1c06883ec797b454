import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { stateOf } from './container-state.ts';
import { ledgerEntry } from './media-facts.ts';
import type { Container } from './media-records.ts';
import type { InstagramContext } from './context.ts';

const filterSchema = z.strictObject({
  since: z.coerce.number().optional(),
  path: z.string().optional(),
});

export function serveInstagramLedgers(app: FastifyInstance, context: InstagramContext): void {
  const { media, containers } = context.records;
  app.get('/_sandbox/instagram/media', () => media.all().map((each) => ledgerEntry(context, each)));
  app.get('/_sandbox/instagram/containers', () =>
    containers.all().map((each) => containerEntry(context, each)),
  );
  app.get('/_sandbox/instagram/calls', (request, reply) => {
    const filter = filterSchema.safeParse(request.query);
    if (!filter.success) return reply.status(400).send({ error: z.prettifyError(filter.error) });
    return context.callLog.find(filter.data);
  });
}

function containerEntry(context: InstagramContext, container: Container): Record<string, unknown> {
  return {
    id: container.id,
    ig_user_id: container.accountId,
    kind: container.kind,
    caption: container.options.caption,
    state: stateOf(context, container),
    created_at_ms: container.createdAt,
    published_as: container.publishedAs,
  };
}
