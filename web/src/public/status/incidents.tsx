import { Card } from '../../ui/card.tsx';
import {
  formatIncidentDuration,
  stateLabels,
  formatWhen,
  type Incident,
  type Status,
} from './status-labels.ts';

export function Incidents({ status }: { status: Status }) {
  const { incidents, components, measuredAt, days } = status;
  if (incidents.length === 0) {
    return (
      <p className="mt-3 text-ink-2">
        {measuredAt === null ? 'Nada foi medido ainda.' : 'Nenhuma falha no que medimos.'}
      </p>
    );
  }
  const names = new Map(components.map(({ id, name }) => [id, name]));
  return (
    <Card aria-label="Falhas" className="mt-4">
      <ol className="divide-y divide-line">
        {incidents.map((incident) => (
          <li key={`${incident.component} ${incident.from}`} className="p-4 lg:px-5">
            <h3 className="font-semibold">
              {names.get(incident.component)}: {stateLabels[incident.state].toLowerCase()}
            </h3>
            <p className="tnum mt-1 text-sm text-pretty text-ink-2">
              {formatTimes(incident, days.at(-1))}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function formatTimes({ from, to }: Incident, today: string | undefined): string {
  if (to === null) return `Desde ${formatWhen(from, today)}, e ainda dura.`;
  const duration = formatIncidentDuration(Date.parse(to) - Date.parse(from));
  return `De ${formatWhen(from, today)} até ${formatWhen(to, today)} (${duration}).`;
}
