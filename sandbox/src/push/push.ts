import { createECDH, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { cut } from '../cut.ts';
import type { Faults } from '../faults.ts';
import { decrypt, MAX_BODY_BYTES, UnreadableError } from './decryption.ts';
import { pushFaultOf } from './faults.ts';
import { servePushPages } from './pages.ts';
import type { PushRecords, PushSubscription } from './records.ts';
import { VapidError, verifyVapid } from './vapid.ts';

type PushWorld = {
  records: PushRecords;
  faults: Faults;
  clock: Clock;
  url: () => string;
};

const wish = z.strictObject({ applicationServerKey: z.string().regex(/^[\w-]{87}$/) });
const params = z.object({ id: z.string() });

const headers = z.object({
  ttl: z.string().regex(/^\d{1,10}$/, 'TTL must be a number of seconds'),
  'content-encoding': z.literal('aes128gcm'),
  urgency: z.enum(['very-low', 'low', 'normal', 'high']).default('normal'),
  topic: z
    .string()
    .regex(/^[\w-]{1,32}$/, 'Topic must be up to 32 characters of base64url')
    .optional(),
});

/** The push service of a browser, by RFC 8030: browsers subscribe, applications send. */
export async function servePush(app: FastifyInstance, world: PushWorld): Promise<void> {
  const { records } = world;
  const endpointOf = (id: string) => `${world.url()}/push/send/${id}`;

  app.post('/_sandbox/push/subscriptions', (request, reply) => {
    const wanted = wish.safeParse(request.body);
    if (!wanted.success) return reply.status(400).send({ error: z.prettifyError(wanted.error) });
    const subscription = newSubscription(wanted.data.applicationServerKey);
    records.subscriptions.put(subscription);
    const { id, p256dh, auth } = subscription;
    return { endpoint: endpointOf(id), keys: { p256dh, auth } };
  });
  app.delete('/_sandbox/push/subscriptions/:id', (request, reply) => {
    const found = records.subscriptions.get(params.parse(request.params).id);
    if (!found) return reply.status(404).send({ error: 'no such subscription' });
    records.subscriptions.put({ ...found, isGone: true });
    return { success: true };
  });
  app.get('/_sandbox/push/messages', () => records.messages());
  servePushPages(app, records);

  // Whatever the type, a message is bytes.
  await app.register(async (service) => {
    service.removeAllContentTypeParsers();
    service.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    service.post('/push/send/:id', (request, reply) => {
      const { id } = params.parse(request.params);
      return receive(world, { id, endpoint: endpointOf(id) }, request, reply);
    });
  });
}

function receive(
  { records, faults, clock, url }: PushWorld,
  { id, endpoint }: { id: string; endpoint: string },
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refuse = (status: number, reason: string) => reply.status(status).send({ reason });
  const to = records.subscriptions.get(id);
  if (!to) return refuse(404, 'no such subscription');
  if (to.isGone) return refuse(410, 'the subscription has expired');
  // One that names an account names a subscription here.
  const fault = pushFaultOf(faults.take('push', ['send'], id)?.fault ?? '');
  if (fault === 'cut') return cut(reply, false);
  if (fault === 'silent') return reply.hijack();
  if (fault) {
    if (fault.ends) records.subscriptions.put({ ...to, isGone: true });
    if (fault.retryAfter !== undefined) void reply.header('retry-after', fault.retryAfter);
    return refuse(fault.status, fault.reason);
  }
  try {
    const { authorization } = request.headers;
    const { applicationServerKey } = to;
    const expected = { audience: url(), applicationServerKey, now: clock.now() };
    const subject = verifyVapid(authorization, expected);
    const told = headers.safeParse(request.headers);
    if (!told.success) return refuse(400, z.prettifyError(told.error));
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    if (body.length > MAX_BODY_BYTES) return refuse(413, `more than ${MAX_BODY_BYTES} bytes`);
    const { ttl, urgency, topic = null } = told.data;
    const { id: messageId } = records.arrived({
      subscription: id,
      endpoint,
      payload: readPayload(decrypt(body, to)),
      ttl: Number(ttl),
      urgency,
      topic,
      subject,
      date: new Date(clock.now()).toISOString(),
    });
    return reply
      .status(201)
      .headers({ location: `${url()}/push/messages/${messageId}`, ttl })
      .send();
  } catch (error) {
    if (error instanceof VapidError) return refuse(error.status, error.message);
    if (error instanceof UnreadableError) return refuse(400, error.message);
    throw error;
  }
}

function newSubscription(applicationServerKey: string): PushSubscription {
  const ecdh = createECDH('prime256v1');
  const p256dh = ecdh.generateKeys().toString('base64url');
  return {
    id: randomBytes(16).toString('base64url'),
    applicationServerKey,
    p256dh,
    privateKey: ecdh.getPrivateKey().toString('base64url'),
    auth: randomBytes(16).toString('base64url'),
    isGone: false,
  };
}

function readPayload(plain: Buffer): unknown {
  const text = plain.toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
