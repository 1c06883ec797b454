import { webhookEventNames, type Webhook } from '@pontual/contract/public-api/webhooks.ts';
import { Webhook as WebhookIcon } from 'lucide-react';
import { useId, useState, type RefObject } from 'react';
import { formatLastUse } from '../last-use.ts';
import { useMinute } from '../../ui/page/use-minute.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { failureToast } from '../../ui/page/failure-toast.ts';
import { showToast } from '../../ui/toast.tsx';
import { useDialogState } from '../../ui/use-dialog-state.ts';
import { Deliveries } from './deliveries.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import {
  useRemoveWebhook,
  useRenewSecret,
  useTestWebhook,
  useUpdateWebhook,
} from './webhooks-queries.ts';

interface WebhookItemProps {
  webhook: Webhook;
  /** The heading gets the focus when the focused element is removed. */
  title: RefObject<HTMLHeadingElement | null>;
}

export function WebhookItem({ webhook, title }: WebhookItemProps) {
  const { _id: id, url, events, disabledAt } = webhook;
  const [open, setOpen] = useState(false);
  const panel = useId();
  const test = useTestWebhook(id);
  const onTest = () =>
    test.mutate(undefined, {
      onSuccess: () => setOpen(true),
      onError: failureToast('Não foi possível enviar o teste. Tente de novo.'),
    });
  return (
    <li className="grid gap-2 py-3">
      <div className="flex items-start gap-3">
        <WebhookIcon size={20} className="mt-0.5 text-ink-3" />
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-semibold wrap-anywhere">
            {url}
            {disabledAt === null ? null : <Badge tone="bad">Desligado</Badge>}
          </p>
          <p className="text-xs text-pretty text-ink-2">
            {events.map((event) => webhookEventNames[event]).join(' · ')}
          </p>
          <WebhookStatus webhook={webhook} />
        </div>
      </div>
      <div className="flex flex-wrap gap-2 pl-8">
        <Button
          variant="line"
          size="sm"
          busy={test.isPending}
          busyLabel="Enviando..."
          onClick={onTest}
        >
          Enviar teste
        </Button>
        <Button
          variant="ghost"
          size="sm"
          aria-expanded={open}
          aria-controls={panel}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Esconder envios' : 'Ver envios'}
        </Button>
        <RenewSecretButton id={id} />
        <ToggleButton webhook={webhook} />
        <RemoveButton id={id} url={url} title={title} />
      </div>
      <div id={panel}>{open ? <Deliveries id={id} /> : null}</div>
    </li>
  );
}

function WebhookStatus({ webhook }: { webhook: Webhook }) {
  const { disabledAt, isDisabledByFailures, failingSince, oldSecretUntil } = webhook;
  const now = useMinute();
  const formatWhen = (instant: string) => formatLastUse(new Date(instant), now);
  const statusText =
    disabledAt !== null
      ? isDisabledByFailures
        ? `Desligado pela Pontual (${formatWhen(disabledAt)}): o endereço não aceitava mais nada.`
        : `Desligado por você (${formatWhen(disabledAt)}).`
      : failingSince !== null
        ? `Sem aceitar avisos desde ${formatWhen(failingSince)}.`
        : oldSecretUntil !== null
          ? `O segredo anterior ainda assina até ${formatWhen(oldSecretUntil)}.`
          : undefined;
  return statusText === undefined ? null : (
    <p className="text-xs text-pretty text-warn-text">{statusText}</p>
  );
}

function RenewSecretButton({ id }: { id: string }) {
  const renew = useRenewSecret(id);
  const dialog = useDialogState<string>();
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        busy={renew.isPending}
        busyLabel="Trocando..."
        onClick={() =>
          renew.mutate(undefined, {
            onSuccess: ({ secret }) => dialog.show(secret),
            onError: failureToast('Não foi possível trocar o segredo. Tente de novo.'),
          })
        }
      >
        Trocar segredo
      </Button>
      {dialog.value === null ? null : (
        <SecretDialog
          key={dialog.key}
          open={dialog.open}
          secret={dialog.value}
          onClose={dialog.close}
        />
      )}
    </>
  );
}

function ToggleButton({ webhook: { _id: id, disabledAt } }: { webhook: Webhook }) {
  const update = useUpdateWebhook(id);
  const isOn = disabledAt === null;
  return (
    <Button
      variant="ghost"
      size="sm"
      busy={update.isPending}
      busyLabel={isOn ? 'Desligando...' : 'Ligando...'}
      onClick={() =>
        update.mutate(
          { enabled: !isOn },
          {
            onSuccess: () => showToast({ text: isOn ? 'Webhook desligado' : 'Webhook ligado' }),
            onError: failureToast('Não foi possível mudar o webhook. Tente de novo.'),
          },
        )
      }
    >
      {isOn ? 'Desligar' : 'Ligar'}
    </Button>
  );
}

function RemoveButton({
  id,
  url,
  title,
}: {
  id: string;
  url: string;
  title: WebhookItemProps['title'];
}) {
  const remove = useRemoveWebhook(id);
  return (
    <Button
      variant="ghost"
      size="sm"
      busy={remove.isPending}
      busyLabel="Removendo..."
      onClick={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            showToast({ text: 'Webhook removido' });
            title.current?.focus();
          },
          onError: failureToast('Não foi possível remover o webhook. Tente de novo.'),
        })
      }
    >
      Remover
      <span className="sr-only">: {url}</span>
    </Button>
  );
}
