import {
  webhookEventNames,
  webhookEvents,
  webhookRequest,
  type WebhookEvent,
} from '@pontual/contract/public-api/webhooks.ts';
import { useState } from 'react';
import { createValidator } from '../../ui/create-validator.ts';
import { TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/page/form-dialog.tsx';
import { useForm } from '../../ui/use-form.ts';
import { SwitchGroup } from './switch-group.tsx';
import { SECRET_SAVED, secretTexts } from './secret-dialog.tsx';
import { SecretField } from './secret-field.tsx';
import { useCreateWebhook } from './webhooks-queries.ts';

const validate = createValidator(webhookRequest);

export function WebhookDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [chosen, setChosen] = useState<readonly WebhookEvent[]>([
    'post.published',
    'post.at_risk',
    'post.failed',
    'post.unknown_outcome',
    'post.returned',
  ]);
  const create = useCreateWebhook();
  const form = useForm({ url: '', events: '' }, (values) =>
    validate({ ...values, events: [...chosen] }),
  );
  const eventsField = form.field('events');
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Criar webhook"
      description="Quando algo acontece com um post, mandamos um aviso assinado ao endereço."
      className="lg:max-w-[520px]!"
      form={form}
      send={create.mutateAsync}
      fallback="Não foi possível criar o webhook. Tente de novo."
      actionLabel="Criar webhook"
      busyLabel="Criando..."
      variant="ink"
      result={
        create.data && {
          ...secretTexts,
          content: <SecretField label="Segredo" secret={create.data.secret} />,
          closeButton: { label: SECRET_SAVED, variant: 'line' },
        }
      }
    >
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
    </FormDialog>
  );
}
