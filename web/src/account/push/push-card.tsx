import type { PushDevice, PushKinds } from '@pontual/contract/notifications/push.ts';
import { Bell } from 'lucide-react';
import { useRef, type RefObject } from 'react';
import { DeviceRow } from '../device-row.tsx';
import { formatLastUse } from '../last-use.ts';
import { QueryState } from '../../ui/page/query-state.tsx';
import { useMinute } from '../../ui/page/use-minute.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Switch } from '../../ui/switch.tsx';
import {
  useBrowserPush,
  usePush,
  useRemoveDevice,
  useSetKinds,
  useEnablePush,
} from './push-queries.ts';

type TitleRef = RefObject<HTMLHeadingElement | null>;

const kinds: { name: keyof PushKinds; label: string; hint: string }[] = [
  { name: 'published', label: 'Publicado', hint: 'Quando um post sai no Instagram.' },
  {
    name: 'atRisk',
    label: 'Em risco',
    hint: 'Antes da hora, quando um post ou a conta do Instagram precisa de você.',
  },
  { name: 'failed', label: 'Falhou', hint: 'Assim que um post não sai, com o motivo.' },
];

export function PushCard() {
  const push = usePush();
  const browser = useBrowserPush();
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <Card aria-label="Avisos neste aparelho">
      <CardHeader title="Avisos neste aparelho" titleRef={title} />
      <CardBody className="grid gap-4 pt-2.5!">
        <p className="text-sm text-pretty text-ink-2">
          Na tela deste aparelho, mesmo com a Pontual fechada: a hora, a conta e o começo da
          legenda.
        </p>
        <QueryState
          query={{ ...push, data: browser.data && push.data }}
          failed="Não foi possível carregar os avisos dos seus aparelhos."
          focusAfter={title}
        >
          {({ publicKey, devices }) => {
            const otherDevices = devices.filter(({ isCurrent }) => !isCurrent);
            return (
              <>
                {browser.data === undefined ? null : (
                  <ThisDevice
                    publicKey={publicKey}
                    device={devices.find(({ isCurrent }) => isCurrent)}
                    browser={browser.data}
                    title={title}
                  />
                )}
                {otherDevices.length === 0 ? null : (
                  <OtherDevices devices={otherDevices} title={title} />
                )}
              </>
            );
          }}
        </QueryState>
      </CardBody>
    </Card>
  );
}

interface ThisDeviceProps {
  publicKey: string;
  device: PushDevice | undefined;
  browser: NonNullable<ReturnType<typeof useBrowserPush>['data']>;
  title: TitleRef;
}

function ThisDevice({ publicKey, device, browser, title }: ThisDeviceProps) {
  const { support, permission, isSubscribed } = browser;
  if (support === 'home-screen') {
    return (
      <Alert tone="info">
        No iPhone e no iPad os avisos chegam ao app na Tela de Início. No Safari, toque em
        Compartilhar, depois em Adicionar à Tela de Início, e abra a Pontual por lá.
      </Alert>
    );
  }
  if (support === 'unsupported') {
    return (
      <Alert tone="info">
        Este navegador não mostra avisos de sites. Use Chrome, Edge, Firefox ou Safari atualizados,
        fora da janela anônima. Os e-mails continuam chegando.
      </Alert>
    );
  }
  if (permission === 'denied') {
    return (
      <Alert tone="warn">
        Os avisos da Pontual estão bloqueados neste navegador. Toque no ícone ao lado do endereço da
        página, abra as permissões do site e permita as notificações.
      </Alert>
    );
  }
  return device !== undefined && isSubscribed && permission === 'granted' ? (
    <EnabledDevice device={device} title={title} />
  ) : (
    <EnablePush publicKey={publicKey} title={title} />
  );
}

function EnablePush({ publicKey, title }: { publicKey: string; title: TitleRef }) {
  const enable = useEnablePush(publicKey, () => title.current?.focus());
  return (
    <div className="grid gap-2 lg:justify-items-start">
      <Button
        variant="ink"
        busy={enable.isPending}
        busyLabel="Ligando..."
        onClick={() => enable.mutate()}
      >
        <Bell size={18} />
        Ligar avisos neste aparelho
      </Button>
      <p className="text-xs text-pretty text-ink-3">O navegador pergunta se você permite.</p>
    </div>
  );
}

function EnabledDevice({ device, title }: { device: PushDevice; title: TitleRef }) {
  const set = useSetKinds(device);
  const remove = useRemoveDevice(device, () => title.current?.focus());
  return (
    <>
      {kinds.map(({ name, label, hint }) => (
        <Switch
          key={name}
          label={label}
          hint={hint}
          checked={device.kinds[name]}
          onChecked={(checked) => set.mutate({ [name]: checked })}
        />
      ))}
      <div className="grid gap-2 lg:justify-items-start">
        <Button
          variant="line"
          busy={remove.isPending}
          busyLabel="Desligando..."
          onClick={() => remove.mutate()}
        >
          Desligar neste aparelho
        </Button>
        <p className="text-xs text-pretty text-ink-3">
          Param sozinhos quando você sai da conta aqui, ou depois de 7 dias sem abrir a Pontual
          neste aparelho.
        </p>
      </div>
    </>
  );
}

function OtherDevices({ devices, title }: { devices: readonly PushDevice[]; title: TitleRef }) {
  return (
    <section className="grid gap-2" aria-labelledby="push-others">
      <h3 id="push-others" className="text-sm font-semibold">
        Outros aparelhos que recebem avisos
      </h3>
      <ul className="grid divide-y divide-line border-y border-line">
        {devices.map((device) => (
          <OtherDevice key={device._id} device={device} title={title} />
        ))}
      </ul>
    </section>
  );
}

function OtherDevice({ device, title }: { device: PushDevice; title: TitleRef }) {
  const now = useMinute();
  const remove = useRemoveDevice(device, () => title.current?.focus());
  return (
    <DeviceRow
      device={device.device}
      hint={
        device.lastSentAt === null
          ? 'Nenhum aviso ainda'
          : `Último aviso: ${formatLastUse(new Date(device.lastSentAt), now)}`
      }
      action={
        <Button
          variant="line"
          size="sm"
          className="max-sm:ml-8"
          busy={remove.isPending}
          busyLabel="Removendo..."
          onClick={() => remove.mutate()}
        >
          Remover
          <span className="sr-only">: avisos em {device.device}</span>
        </Button>
      }
    />
  );
}
