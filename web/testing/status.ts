import { dayKey } from '@pontual/contract/shared/brasilia-time.ts';
import type { DataOf } from '@pontual/contract/shared/endpoint.ts';
import type { publicStatus } from '@pontual/contract/operations/status.ts';

type Status = DataOf<typeof publicStatus>;
type Component = Status['components'][number];

const DAYS = 90;
const DAY = 86_400_000;

const names = {
  publishing: 'Publicação dos posts',
  site: 'Site e aplicativo',
  instagram: 'Instagram',
  email: 'E-mails',
  payments: 'Pagamentos',
} as const;

const aComponent = (id: Component['id'], state: Component['state']): Component => {
  const isMeasured = state !== 'unknown';
  const today = <T>(before: T, now: T) => [...Array<T>(DAYS - 1).fill(before), now];
  return {
    id,
    name: names[id],
    state,
    since: isMeasured ? new Date().toISOString() : null,
    ok: isMeasured ? 1 : null,
    okByDay: today<number | null>(null, isMeasured ? 1 : null),
    downByDay: today<number | null>(null, isMeasured ? 0 : null),
    measuredByDay: today(0, isMeasured ? 1 : 0),
  };
};

export const aStatus = (
  overrides: Partial<Status> = {},
  instagram: Component['state'] = 'ok',
): Status => ({
  state: 'ok',
  measuredAt: new Date().toISOString(),
  days: Array.from({ length: DAYS }, (_, at) =>
    dayKey(new Date(Date.now() - (DAYS - 1 - at) * DAY)),
  ),
  components: [
    aComponent('publishing', 'ok'),
    aComponent('site', 'ok'),
    aComponent('instagram', instagram),
    aComponent('email', 'unknown'),
    aComponent('payments', 'unknown'),
  ],
  lateness: { p50: null, p95: null, p99: null },
  within60s: null,
  delayedByInstagram: null,
  incidents: [],
  ...overrides,
});
