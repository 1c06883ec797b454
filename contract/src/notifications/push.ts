import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { text } from '../shared/text-fields.ts';

export const MAX_PUSH_DEVICES = 10;

const pushKinds = z.object({
  published: z.boolean(),
  atRisk: z.boolean(),
  failed: z.boolean(),
});
export type PushKinds = z.output<typeof pushKinds>;

const pushKindChanges = {
  published: z.optional(z.boolean()),
  atRisk: z.optional(z.boolean()),
  failed: z.optional(z.boolean()),
};

const device = z.object({
  _id: z.string(),
  /** A readable description: `Chrome no Windows`. */
  device: z.string(),
  kinds: pushKinds,
  createdAt: z.iso.datetime(),
  lastSentAt: z.nullable(z.iso.datetime()),
  isCurrent: z.boolean(),
});
export type PushDevice = z.output<typeof device>;

const base64url = (length: number) =>
  text('Dados inválidos').check(
    z.length(length, 'Dados inválidos'),
    z.regex(/^[\w-]+$/, 'Dados inválidos'),
  );

/** The payload for the service worker, encrypted in transit; its texts are complete and in Portuguese. */
export interface PushMessage {
  title: string;
  body: string;
  /** A message replaces an earlier one with the same tag. */
  tag: string;
  path: string;
  at: string;
}

export const getPush = endpoint({
  method: 'GET',
  path: '/account/push',
  access: 'user',
  role: 'self',
  summary: 'Returns the public VAPID key and the subscribed devices of the caller, newest first.',
  data: z.object({ publicKey: z.string(), devices: z.array(device) }),
});

export const savePush = endpoint({
  method: 'PUT',
  path: '/account/push',
  access: 'user',
  role: 'self',
  summary:
    'Subscribes the current browser to push notifications until its session ends, and returns the device. Omitted kinds stay unchanged, and are on for a new device. 400 PUSH_ENDPOINT_INVALID, 409 PUSH_DEVICES_FULL.',
  body: z.strictObject({
    endpoint: text('Dados inválidos').check(z.maxLength(1000, 'Dados inválidos')),
    keys: z.strictObject({ p256dh: base64url(87), auth: base64url(22) }),
    kinds: z.optional(z.strictObject(pushKindChanges)),
  }),
  data: z.object({ device }),
});

export const setPushKinds = endpoint({
  method: 'PUT',
  path: '/account/push/:id',
  access: 'user',
  role: 'self',
  summary:
    'Turns kinds of push notifications on or off for a device of the caller and returns it; omitted kinds stay unchanged.',
  params: z.object({ id: z.uuid('Dados inválidos') }),
  body: z.strictObject(pushKindChanges),
  data: z.object({ device }),
});

export const removePush = endpoint({
  method: 'DELETE',
  path: '/account/push/:id',
  access: 'user',
  role: 'self',
  summary:
    'Ends the push notifications of a device of the caller. 404 NOT_FOUND when the device is not subscribed.',
  params: z.object({ id: z.uuid('Dados inválidos') }),
  data: z.null(),
});
