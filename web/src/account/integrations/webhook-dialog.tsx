import {
  webhookEventNames,
  webhookEvents,
  webhookRequest,
  type WebhookEvent,
} from '@pontual/contract/public-api/webhooks.ts';
import { useId, useState } from 'react';
import { formFailure } from '../../ui/page/form-failure.ts';
import { Button } from '../../ui/button.tsx';
import { createValidator } from '../../ui/create-validator.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Alert } from '../../ui/alert.tsx';
import { useForm } from '../../ui/use-form.ts';
import { SwitchGroup } from './switch-group.tsx';
import { SecretField } from './secret-field.tsx';
import { useCreateWebhook } from './webhooks-queries.ts';

const names = ['url', 'events'] as const;
const validate = createValidator(webhookRequest);
const SECRET_TITLE = 'Segredo do webhook';
const SECRET_DESCRIPTION =
  'Com ele seu programa confere que o aviso veio da Pontual. Copie agora: ele não será mostrado de novo.';

export function WebhookDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [secret, setSecret] = useState<string>();
  const [busy, setBusy] = useState(false);
  const formId = useId();
  const close = () => {
    if (!busy) onClose();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={secret === undefined ? 'Criar webhook' : SECRET_TITLE}
      description={
        secret === undefined
          ? 'Quando algo acontece com um post, mandamos um aviso assinado ao endereço.'
          : SECRET_DESCRIPTION
      }
      className="lg:max-w-[520px]!"
      actions={
        secret === undefined ? (
          <>
            <Button variant="ghost" disabled={busy} onClick={close}>
              Cancelar
            </Button>
            <Button type="submit" form={formId} variant="ink" busy={busy} busyLabel="Criando...">
              Criar webhook
            </Button>
          </>
        ) : (
          <Button variant="line" onClick={close}>
            Já guardei
          </Button>
        )
      }
    >
      {secret === undefined ? (
        <WebhookForm id={formId} onBusy={setBusy} onCreated={setSecret} />
      ) : (
        <div className="mt-4 text-ink">
          <SecretField label="Segredo" secret={secret} />
        </div>
      )}
    </Dialog>
  );
}

interface SecretDialogProps {
  open: boolean;
  secret: string;
  onClose: () => void;
}

export function SecretDialog({ open, secret, onClose }: SecretDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={SECRET_TITLE}
      description={SECRET_DESCRIPTION}
      className="lg:max-w-[520px]!"
      actions={
        <Button variant="line" onClick={onClose}>
          Já guardei
        </Button>
      }
    >
      <div className="mt-4 text-ink">
        <SecretField label="Segredo" secret={secret} />
      </div>
    </Dialog>
  );
}

interface WebhookFormProps {
  id: string;
  onBusy: (busy: boolean) => void;
  onCreated: (secret: string) => void;
}

function WebhookForm({ id, onBusy, onCreated }: WebhookFormProps) {
  const [chosen, setChosen] = useState<readonly WebhookEvent[]>([
    'post.published',
    'post.at_risk',
    'post.failed',
    'post.unknown_outcome',
    'post.returned',
  ]);
  const [failure, setFailure] = useState<string>();
  const create = useCreateWebhook();
  const form = useForm({ url: '', events: '' }, (values) =>
    validate({ ...values, events: [...chosen] }),
  );
  const eventsField = form.field('events');

  const onSubmit = form.submit(async (body) => {
    setFailure(undefined);
    onBusy(true);
    try {
      onCreated((await create.mutateAsync(body)).secret);
    } catch (error) {
      const fallback = 'Não foi possível criar o webhook. Tente de novo.';
      const { fieldErrors, text } = formFailure(error, names, fallback);
      setFailure(text);
      return form.showErrors(fieldErrors);
    } finally {
      onBusy(false);
    }
    return undefined;
  });

  return (
    <form
      id={id}
      noValidate
      aria-label="Criar webhook"
      className="mt-5 grid gap-[18px] text-ink"
      onSubmit={onSubmit}
    >
      {failure === undefined ? null : (
        <Alert tone="bad" live>
          {failure}
        </Alert>
      )}
      <TextField
        label="Endereço"
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        {...form.field('url')}
      />
      <SwitchGroup
        label="Eventos"
        names={webhookEventNames}
        options={webhookEvents}
        chosen={chosen}
        error={eventsField.error}
        onChange={(next) => {
          setChosen(next);
          eventsField.onChange({ target: { value: '' } });
        }}
      />
    </form>
  );
}
