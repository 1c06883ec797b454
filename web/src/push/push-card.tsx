import type { PushDevice, PushKinds } from '@pontual/contract/push.ts';
import { Bell } from 'lucide-react';
import { useRef, type RefObject } from 'react';
import { CardWaiting } from '../account/card-waiting.tsx';
import { DeviceRow } from '../account/device-row.tsx';
import { lastUse } from '../account/last-use.ts';
import { useMinute } from '../shell/minute.ts';
import { Button } from '../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../ui/card.tsx';
import { Notice } from '../ui/notice.tsx';
import { Switch } from '../ui/switch.tsx';
import { useBrowser, usePush, useRemove, useSetKinds, useTurnOn } from './push.queries.ts';

type Title = RefObject<HTMLHeadingElement | null>;

const kinds: { name: keyof PushKinds; label: string; hint: string }[] = [
  { name: 'published', label: 'Publicado', hint: 'Quando um post sai no Instagram.' },
  {
    name: 'atRisk',
    label: 'Em risco',
    hint: 'Antes da hora, quando um post ou a conta do Instagram precisa de você.',
  },
  { name: 'failed', label: 'Falhou', hint: 'Assim que um post não sai, com o motivo.' },
];

/** Which notices this browser shows, and which others of the account do. */
export function PushCard() {
  const push = usePush();
  const browser = useBrowser();
  const title = useRef<HTMLHeadingElement>(null);
  const { data } = push;
  const others = data?.devices.filter(({ isCurrent }) => !isCurrent) ?? [];
  return (
    <Card aria-label="Avisos neste aparelho">
      <CardHeader title="Avisos neste aparelho" titleRef={title} />
      <CardBody className="grid gap-4 pt-2.5!">
        <p className="text-sm text-pretty text-ink-2">
          Na tela deste aparelho, mesmo com a Pontual fechada: a hora, a conta e o começo da
          legenda.
        </p>
        {data === undefined || browser.data === undefined ? (
          <CardWaiting query={push} title={title}>
            Não foi possível carregar os avisos dos seus aparelhos.
          </CardWaiting>
        ) : (
          <>
            <Here
              publicKey={data.publicKey}
              device={data.devices.find(({ isCurrent }) => isCurrent)}
              browser={browser.data}
              title={title}
            />
            {others.length === 0 ? null : <Others devices={others} title={title} />}
          </>
        )}
      </CardBody>
    </Card>
  );
}

interface HereProps {
  publicKey: string;
  device: PushDevice | undefined;
  browser: NonNullable<ReturnType<typeof useBrowser>['data']>;
  title: Title;
}

/** This browser: what stands in its way, or how it is turned on, or what it shows. */
function Here({ publicKey, device, browser, title }: HereProps) {
  const { support, permission, isSubscribed } = browser;
  if (support === 'home-screen') {
    return (
      <Notice tone="info">
        No iPhone e no iPad os avisos chegam ao app na Tela de Início. No Safari, toque em
        Compartilhar, depois em Adicionar à Tela de Início, e abra a Pontual por lá.
      </Notice>
    );
  }
  if (support === 'unsupported') {
    return (
      <Notice tone="info">
        Este navegador não mostra avisos de sites. Use Chrome, Edge, Firefox ou Safari atualizados,
        fora da janela anônima. Os e-mails continuam chegando.
      </Notice>
    );
  }
  if (permission === 'denied') {
    return (
      <Notice tone="warn">
        Os avisos da Pontual estão bloqueados neste navegador. Toque no ícone ao lado do endereço da
        página, abra as permissões do site e permita as notificações.
      </Notice>
    );
  }
  return device !== undefined && isSubscribed && permission === 'granted' ? (
    <Told device={device} title={title} />
  ) : (
    <TurnOn publicKey={publicKey} title={title} />
  );
}

function TurnOn({ publicKey, title }: { publicKey: string; title: Title }) {
  const turnOn = useTurnOn(publicKey, () => title.current?.focus());
  return (
    <div className="grid gap-2 lg:justify-items-start">
      <Button
        variant="ink"
        busy={turnOn.isPending}
        busyLabel="Ligando..."
        onClick={() => turnOn.mutate()}
      >
        <Bell size={18} />
        Ligar avisos neste aparelho
      </Button>
      <p className="text-xs text-pretty text-ink-3">O navegador pergunta se você permite.</p>
    </div>
  );
}

function Told({ device, title }: { device: PushDevice; title: Title }) {
  const set = useSetKinds(device);
  const remove = useRemove(device, () => title.current?.focus());
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

function Others({ devices, title }: { devices: readonly PushDevice[]; title: Title }) {
  return (
    <section className="grid gap-2" aria-labelledby="push-others">
      <h3 id="push-others" className="text-sm font-semibold">
        Outros aparelhos que recebem avisos
      </h3>
      <ul className="grid divide-y divide-line border-y border-line">
        {devices.map((device) => (
          <Other key={device._id} device={device} title={title} />
        ))}
      </ul>
    </section>
  );
}

function Other({ device, title }: { device: PushDevice; title: Title }) {
  const now = useMinute();
  const remove = useRemove(device, () => title.current?.focus());
  return (
    <DeviceRow
      device={device.device}
      hint={
        device.lastSentAt === null
          ? 'Nenhum aviso ainda'
          : `Último aviso: ${lastUse(new Date(device.lastSentAt), now)}`
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
