import { createECDH, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import { cutConnection } from '../platform/cut-connection.ts';
import type { FaultStore } from '../platform/faults.ts';
import { decrypt, MAX_BODY_BYTES, UnreadableError } from './decryption.ts';
import { findPushFault } from './faults.ts';
import { servePushPages } from './pages.ts';
import type { PushRecords, PushSubscription } from './records.ts';
import { VapidError, verifyVapid } from './vapid.ts';

type PushContext = {
  records: PushRecords;
  faults: FaultStore;
  clock: Clock;
  url: () => string;
};

const subscribeSchema = z.strictObject({ applicationServerKey: z.string().regex(/^[\w-]{87}$/) });
const paramsSchema = z.object({ id: z.string() });

const headersSchema = z.object({
  ttl: z.string().regex(/^\d{1,10}$/, 'TTL must be a number of seconds'),
  'content-encoding': z.literal('aes128gcm'),
  urgency: z.enum(['very-low', 'low', 'normal', 'high']).default('normal'),
  topic: z
    .string()
    .regex(/^[\w-]{1,32}$/, 'Topic must be up to 32 characters of base64url')
    .optional(),
});

/** Serves the push service of a browser, by RFC 8030: browsers subscribe, applications send. */
export async function servePush(app: FastifyInstance, context: PushContext): Promise<void> {
  const { records } = context;
  const buildEndpoint = (id: string) => `${context.url()}/push/send/${id}`;

  app.post('/_sandbox/push/subscriptions', (request, reply) => {
    const parsed = subscribeSchema.safeParse(request.body);
    if (!parsed.success) return reply.status(400).send({ error: z.prettifyError(parsed.error) });
    const subscription = createSubscription(parsed.data.applicationServerKey);
    records.subscriptions.put(subscription);
    const { id, p256dh, auth } = subscription;
    return { endpoint: buildEndpoint(id), keys: { p256dh, auth } };
  });
  app.delete('/_sandbox/push/subscriptions/:id', (request, reply) => {
    const found = records.subscriptions.get(paramsSchema.parse(request.params).id);
    if (!found) return reply.status(404).send({ error: 'no such subscription' });
    records.subscriptions.put({ ...found, isExpired: true });
    return { success: true };
  });
  app.get('/_sandbox/push/messages', () => records.messages());
  servePushPages(app, records);

  // A message is bytes, whatever its content type.
  await app.register(async (service) => {
    service.removeAllContentTypeParsers();
    service.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    service.post('/push/send/:id', (request, reply) => {
      const { id } = paramsSchema.parse(request.params);
      return receive(context, { id, endpoint: buildEndpoint(id) }, request, reply);
    });
  });
}

function receive(
  { records, faults, clock, url }: PushContext,
  { id, endpoint }: { id: string; endpoint: string },
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refuse = (status: number, reason: string) => reply.status(status).send({ reason });
  const to = records.subscriptions.get(id);
  if (!to) return refuse(404, 'no such subscription');
  if (to.isExpired) return refuse(410, 'the subscription has expired');
  // For push, the account of a fault is a subscription id.
  const fault = findPushFault(faults.consume('push', ['send'], id)?.fault ?? '');
  if (fault === 'cut') return cutConnection(reply, false);
  if (fault === 'silent') return reply.hijack();
  if (fault) {
    if (fault.endsSubscription) records.subscriptions.put({ ...to, isExpired: true });
    if (fault.retryAfter !== undefined) void reply.header('retry-after', fault.retryAfter);
    return refuse(fault.status, fault.reason);
  }
  try {
    const { authorization } = request.headers;
    const { applicationServerKey } = to;
    const expected = { audience: url(), applicationServerKey, now: clock.now() };
    const subject = verifyVapid(authorization, expected);
    const parsedHeaders = headersSchema.safeParse(request.headers);
    if (!parsedHeaders.success) return refuse(400, z.prettifyError(parsedHeaders.error));
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    if (body.length > MAX_BODY_BYTES) return refuse(413, `more than ${MAX_BODY_BYTES} bytes`);
    const { ttl, urgency, topic = null } = parsedHeaders.data;
    const { id: messageId } = records.addMessage({
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

function createSubscription(applicationServerKey: string): PushSubscription {
  const ecdh = createECDH('prime256v1');
  const p256dh = ecdh.generateKeys().toString('base64url');
  return {
    id: randomBytes(16).toString('base64url'),
    applicationServerKey,
    p256dh,
    privateKey: ecdh.getPrivateKey().toString('base64url'),
    auth: randomBytes(16).toString('base64url'),
    isExpired: false,
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
