import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { faultRequestSchema, type FaultBook, type Faults } from '../faults.ts';
import { settingsChangesSchema, type Settings } from '../settings.ts';

export type Control = {
  services: () => Record<string, string>;
  faults: Faults;
  books: Record<string, FaultBook>;
  settings: Settings;
  clock: Clock;
  reset: () => void;
};

const clockSchema = z.strictObject({
  advanceMs: z.int().min(0).optional(),
  rate: z.number().positive().optional(),
});

/** The calls by which tests steer the world itself, not one of its services. */
export function serveControl(app: FastifyInstance, control: Control): void {
  const { clock, faults, settings } = control;
  app.get('/_sandbox/services', () => ({ sandbox: 'pontual', ...control.services() }));
  app.get('/_sandbox/faults', () => faults.armed());
  app.post('/_sandbox/faults', (request, reply) => armFault(control, request.body, reply));
  app.delete('/_sandbox/faults', () => {
    const armed = faults.armed();
    faults.reset();
    return armed;
  });
  app.get('/_sandbox/settings', () => settings.current());
  app.post('/_sandbox/settings', (request, reply) => {
    const changes = settingsChangesSchema.safeParse(request.body);
    if (!changes.success) return refuse(reply, z.prettifyError(changes.error));
    return settings.change(changes.data);
  });
  app.get('/_sandbox/clock', () => clock.view());
  app.post('/_sandbox/clock', (request, reply) => changeClock(clock, request.body, reply));
  app.post('/_sandbox/reset', () => {
    control.reset();
    return { success: true };
  });
}

function changeClock(clock: Clock, body: unknown, reply: FastifyReply): unknown {
  const change = clockSchema.safeParse(body);
  if (!change.success) return refuse(reply, z.prettifyError(change.error));
  const { advanceMs, rate } = change.data;
  if (rate !== undefined && !clock.runsByItself) {
    return refuse(reply, 'the time of this sandbox was handed in: it has no rate of its own');
  }
  if (rate !== undefined) clock.setRate(rate);
  if (advanceMs !== undefined) clock.advance(advanceMs);
  return clock.view();
}

function armFault({ faults, books }: Control, body: unknown, reply: FastifyReply): unknown {
  const parsed = faultRequestSchema.safeParse(body);
  if (!parsed.success) return refuse(reply, z.prettifyError(parsed.error));
  const { service, step, fault } = parsed.data;
  const book = books[service];
  if (!book) return refuse(reply, `unknown service ${service}`, { services: Object.keys(books) });
  if (!book.steps.includes(step)) {
    return refuse(reply, `unknown step ${step}`, { steps: book.steps });
  }
  if (!book.understands(step, fault)) {
    return refuse(reply, `unknown fault ${fault} at step ${step}`, { faults: book.names });
  }
  faults.arm(parsed.data);
  return { armed: parsed.data };
}

function refuse(reply: FastifyReply, error: string, known: object = {}): FastifyReply {
  return reply.status(400).send({ error, ...known });
}
