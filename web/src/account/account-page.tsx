import type { User } from '@pontual/contract/identity/auth.ts';
import { useSession } from '../api/session.tsx';
import { InstallCard } from './install-card.tsx';
import { PushCard } from './push/push-card.tsx';
import { PageHead } from '../ui/page/page-head.tsx';
import { QueryState } from '../ui/page/query-state.tsx';
import { ThemeSwitch } from '../ui/page/theme-switch.tsx';
import { Card, CardBody, CardHeader } from '../ui/card.tsx';
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
  const settings = useAccountSettings();
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
        <QueryState
          query={settings}
          failed="Não foi possível carregar o resto da sua conta."
          loading={<SettingsSkeleton />}
        >
          {(account) => <Settings user={user} account={account} />}
        </QueryState>
      </div>
    </div>
  );
}

interface SettingsProps {
  user: User;
  account: NonNullable<ReturnType<typeof useAccountSettings>['data']>;
}

function Settings({ user, account }: SettingsProps) {
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

const SettingsSkeleton = () => (
  <Skeleton className="grid gap-4">
    <Card className="grid gap-4 p-5">
      <SkeletonBar className="h-5 w-40" />
      <SkeletonBar className="h-4" />
      <SkeletonBar className="h-4" />
      <SkeletonBar className="h-4 w-3/4" />
    </Card>
  </Skeleton>
);
