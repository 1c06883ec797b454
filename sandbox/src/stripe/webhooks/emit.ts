import type { Collection } from '../../platform/state/collection.ts';
import { API_VERSION } from '../api/credentials.ts';
import type { WithExtras, StripeEvent } from '../objects.ts';
import { newId, getNow, type PaymentsContext } from '../context.ts';
import type { EventType } from './event-types.ts';

export function emit(
  context: PaymentsContext,
  type: EventType,
  object: object,
  previous?: Record<string, unknown>,
): void {
  const event = {
    id: newId(context, 'evt'),
    object: 'event',
    api_version: API_VERSION,
    created: getNow(context),
    data: {
      object: structuredClone(object),
      ...(previous === undefined ? {} : { previous_attributes: structuredClone(previous) }),
    },
    livemode: false,
    pending_webhooks: 1,
    request: context.currentRequest,
    type,
  } satisfies WithExtras<Omit<StripeEvent, 'data'>>;
  context.records.events.put(event);
  context.webhookSender.dispatch(event);
}

/** Changes a record; if a value differs, sends an event with the previous values. */
export function updateRecord<Item extends { id: string }>(
  context: PaymentsContext,
  collection: Collection<Item>,
  item: Item,
  changes: Partial<Item>,
  type?: EventType,
): Item {
  const changed = { ...item, ...changes };
  const names = Object.keys(changes).filter(
    (name) =>
      JSON.stringify(item[name as keyof Item]) !== JSON.stringify(changed[name as keyof Item]),
  );
  if (names.length === 0) return item;
  collection.put(changed);
  const previous = Object.fromEntries(names.map((name) => [name, item[name as keyof Item]]));
  if (type) emit(context, type, changed, previous);
  return changed;
}
