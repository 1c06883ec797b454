import type { User } from '@pontual/contract/identity/auth.ts';
import { useSession } from '../api/session.tsx';
import { InstallCard } from './install-card.tsx';
import { PushCard } from './push/push-card.tsx';
import { PageHead } from '../ui/page/page-head.tsx';
import { ThemeSwitch } from '../ui/page/theme-switch.tsx';
import { Button } from '../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../ui/card.tsx';
import { Alert } from '../ui/alert.tsx';
import { SkeletonBar, Skeleton } from '../ui/skeleton.tsx';
import { useAccountSettings } from './account-queries.ts';
import { MoreAccountsCard } from './more-accounts-card.tsx';
import { DataCard } from './data-card.tsx';
import { DeleteAccountCard } from './delete-account-card.tsx';
import { DevicesCard } from './devices-card.tsx';
import { EmailCard } from './email-card.tsx';
import { NotificationsCard } from './notifications-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { TeamCard } from './team-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { IntegrationsCard } from './integrations-card.tsx';

export function AccountPage() {
  const { user } = useSession();
  return user === null ? null : <Account user={user} />;
}

function Account({ user }: { user: User }) {
  return (
    <div className="max-w-[720px]">
      <title>Sua conta · Pontual</title>
      <PageHead title="Sua conta" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:gap-4">
        <ProfileCard user={user} />
        <Card>
          <CardHeader title="Aparência" />
          <CardBody className="grid gap-3 pt-2.5!">
            <p className="text-sm text-pretty text-ink-2">
              Vale neste navegador. Sistema segue a escolha do seu aparelho.
            </p>
            <ThemeSwitch />
          </CardBody>
        </Card>
        <InstallCard />
        <Settings user={user} />
      </div>
    </div>
  );
}

function Settings({ user }: { user: User }) {
  const query = useAccountSettings();
  const account = query.data;
  if (account === undefined) {
    return query.isError ? (
      <Alert
        tone="warn"
        live
        className="items-center"
        action={
          <Button variant="ghost" size="sm" onClick={() => void query.refetch()}>
            Tentar de novo
          </Button>
        }
      >
        Não foi possível carregar o resto da sua conta.
      </Alert>
    ) : (
      <Skeleton className="grid gap-4">
        <Card className="grid gap-4 p-5">
          <SkeletonBar className="h-5 w-40" />
          <SkeletonBar className="h-4" />
          <SkeletonBar className="h-4" />
          <SkeletonBar className="h-4 w-3/4" />
        </Card>
      </Skeleton>
    );
  }
  return (
    <>
      <NotificationsCard notifications={account.notifications} />
      <PushCard />
      <DevicesCard />
      <PasswordCard account={account} />
      <EmailCard account={account} user={user} />
      <MoreAccountsCard user={user} />
      <TeamCard user={user} />
      <IntegrationsCard />
      <DataCard hasPassword={account.hasPassword} />
      <DeleteAccountCard account={account} user={user} />
    </>
  );
}
