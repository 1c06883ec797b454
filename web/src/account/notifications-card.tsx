import type { NotificationPreferences } from '@pontual/contract/identity/user.ts';
import { Card, CardBody, CardHeader } from '../ui/card.tsx';
import { Switch } from '../ui/switch.tsx';
import { useSetNotifications } from './account-queries.ts';

const emailOptions: { name: keyof NotificationPreferences; label: string; hint: string }[] = [
  {
    name: 'postFailed',
    label: 'Post não saiu',
    hint: 'Assim que um post falha, com o motivo e o que fazer.',
  },
  {
    name: 'postAtRisk',
    label: 'Post em risco',
    hint: 'Antes da hora, quando um post ou a conta do Instagram precisa de você.',
  },
  {
    name: 'weeklySummary',
    label: 'Resumo da semana',
    hint: 'Segunda às 08:00: o que saiu, o que não saiu e o que vem nos próximos 7 dias.',
  },
];

export function NotificationsCard({ notifications }: { notifications: NotificationPreferences }) {
  const set = useSetNotifications();
  return (
    <Card>
      <CardHeader title="Notificações por e-mail" />
      <CardBody className="grid gap-4 pt-2.5!">
        {emailOptions.map(({ name, label, hint }) => (
          <Switch
            key={name}
            label={label}
            hint={hint}
            checked={notifications[name]}
            onChecked={(checked) => set.mutate({ [name]: checked })}
          />
        ))}
        <p className="text-xs text-pretty text-ink-3">
          Avisos de segurança, como a troca da senha, chegam sempre.
        </p>
      </CardBody>
    </Card>
  );
}
