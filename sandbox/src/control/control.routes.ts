import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import { faultRequestSchema, type FaultCatalog, type FaultStore } from '../platform/faults.ts';
import { settingsChangesSchema, type Settings } from '../platform/settings.ts';

export type ControlDependencies = {
  services: () => Record<string, string>;
  faults: FaultStore;
  faultCatalogs: Record<string, FaultCatalog>;
  settings: Settings;
  clock: Clock;
  reset: () => void;
};

const clockSchema = z.strictObject({
  advanceMs: z.int().min(0).optional(),
  rate: z.number().positive().optional(),
});

export function serveControl(app: FastifyInstance, control: ControlDependencies): void {
  const { clock, faults, settings } = control;
  app.get('/_sandbox/services', () => ({ sandbox: 'pontual', ...control.services() }));
  app.get('/_sandbox/faults', () => faults.listArmed());
  app.post('/_sandbox/faults', (request, reply) => armFault(control, request.body, reply));
  app.delete('/_sandbox/faults', () => {
    const armed = faults.listArmed();
    faults.reset();
    return armed;
  });
  app.get('/_sandbox/settings', () => settings.current());
  app.post('/_sandbox/settings', (request, reply) => {
    const changes = settingsChangesSchema.safeParse(request.body);
    if (!changes.success) return sendBadRequest(reply, z.prettifyError(changes.error));
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
  if (!change.success) return sendBadRequest(reply, z.prettifyError(change.error));
  const { advanceMs, rate } = change.data;
  if (rate !== undefined && !clock.isSelfRunning) {
    return sendBadRequest(
      reply,
      'the time of this sandbox was handed in: it has no rate of its own',
    );
  }
  if (rate !== undefined) clock.setRate(rate);
  if (advanceMs !== undefined) clock.advance(advanceMs);
  return clock.view();
}

function armFault(
  { faults, faultCatalogs }: ControlDependencies,
  body: unknown,
  reply: FastifyReply,
): unknown {
  const parsed = faultRequestSchema.safeParse(body);
  if (!parsed.success) return sendBadRequest(reply, z.prettifyError(parsed.error));
  const { service, step, fault } = parsed.data;
  const catalog = faultCatalogs[service];
  if (!catalog)
    return sendBadRequest(reply, `unknown service ${service}`, {
      services: Object.keys(faultCatalogs),
    });
  if (!catalog.steps.includes(step)) {
    return sendBadRequest(reply, `unknown step ${step}`, { steps: catalog.steps });
  }
  if (!catalog.canApply(step, fault)) {
    return sendBadRequest(reply, `unknown fault ${fault} at step ${step}`, {
      faults: catalog.names,
    });
  }
  faults.arm(parsed.data);
  return { armed: parsed.data };
}

function sendBadRequest(reply: FastifyReply, error: string, known: object = {}): FastifyReply {
  return reply.status(400).send({ error, ...known });
}
