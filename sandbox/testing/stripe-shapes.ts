import shapes from './stripe-shapes.json' with { type: 'json' };

/** The published examples lack these or leave them empty; the SDK's types (2026-10-28.endive) have them. */
const EXTRA_MEMBERS: Record<string, readonly string[]> = {
  'checkout.session': ['allowed_payment_method_types', 'line_items'],
  'billing_portal.configuration': ['features.subscription_update.products'],
  invoice: ['lines.data.0.pricing.price_details'],
  invoice_payment: ['payment.payment_intent'],
  payment_intent: ['payment_method_options.card'],
  refund: ['failure_reason'],
  event: ['data.previous_attributes'],
};

type Reply = { object: string; deleted?: unknown; data?: object[] };

const getExampleName = ({ object, deleted }: Reply): string =>
  deleted === undefined ? object : `deleted_${object}`;

/** Compares keys with the vendor's examples, list items included. */
export function findShapeDifferences(reply: object): string[] {
  const parsed = JSON.parse(JSON.stringify(reply)) as Reply; // Every response contains its type.
  if (parsed.object === 'list') {
    return (parsed.data ?? []).flatMap(findShapeDifferences);
  }
  const name = getExampleName(parsed);
  const known = Object.entries(shapes).find(([each]) => each === name)?.[1];
  if (known === undefined) return [`no example of ${name}`];
  const required = known.split(' ');
  return compare(parsed, '', { required, all: [...required, ...(EXTRA_MEMBERS[name] ?? [])] }).map(
    (problem) => `${name}: ${problem}`,
  );
}

type Example = { required: readonly string[]; all: readonly string[] };

/** Where an example has members, a response that is not null has the same. */
function compare(value: object, at: string, example: Example): string[] {
  const listMembers = (paths: readonly string[]): Set<string> =>
    new Set(
      paths
        .filter((path) => path.startsWith(at))
        .map((path) => path.slice(at.length).split('.')[0] ?? ''),
    );
  const known = listMembers(example.all);
  if (known.size === 0) return [];
  const keys = Object.keys(value);
  const unknown = keys.filter((key) => !known.has(key)).map((key) => `unknown ${at}${key}`);
  const missing = [...listMembers(example.required)]
    .filter((key) => !keys.includes(key))
    .map((key) => `missing ${at}${key}`);
  const below = Object.entries(value).flatMap(([key, member]) => {
    const first: unknown = Array.isArray(member) ? member[0] : member;
    if (typeof first !== 'object' || first === null || key === 'metadata') return [];
    return compare(first, `${at}${key}.${Array.isArray(member) ? '0.' : ''}`, example);
  });
  return [...unknown, ...missing, ...below];
}
