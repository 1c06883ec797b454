import { scopeNames, scopes, type Scope } from '@pontual/contract/shared/scopes.ts';
import { apiTokenDays, apiTokenRequest } from '@pontual/contract/public-api/api-tokens.ts';
import { useId, useState } from 'react';
import { formFailure } from '../../ui/page/form-failure.ts';
import { OwnerProof } from '../owner-proof.tsx';
import { paths } from '../../ui/page/paths.ts';
import { Button } from '../../ui/button.tsx';
import { createValidator } from '../../ui/create-validator.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useForm } from '../../ui/use-form.ts';
import { SwitchGroup } from './switch-group.tsx';
import { useCreateToken } from './tokens-queries.ts';
import { SecretField } from './secret-field.tsx';

const names = ['name', 'scopes', 'password'] as const;
const validate = createValidator(apiTokenRequest);
const daysOptions = apiTokenDays.map((days) => ({ value: String(days), label: `${days} dias` }));

interface TokenDialogProps {
  open: boolean;
  onClose: () => void;
  hasPassword: boolean;
}

export function TokenDialog({ open, onClose, hasPassword }: TokenDialogProps) {
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
      title={secret === undefined ? 'Criar token' : 'Token criado'}
      description={
        secret === undefined
          ? 'Quem tem o token age em seu nome, dentro das permissões e dos limites do seu plano.'
          : 'Copie agora e guarde num lugar seguro: ele não será mostrado de novo.'
      }
      className="lg:max-w-[520px]!"
      actions={
        secret === undefined ? (
          <>
            <Button variant="ghost" disabled={busy} onClick={close}>
              Cancelar
            </Button>
            <Button type="submit" form={formId} variant="ink" busy={busy} busyLabel="Criando...">
              Criar token
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
        <TokenForm id={formId} hasPassword={hasPassword} onBusy={setBusy} onCreated={setSecret} />
      ) : (
        <div className="mt-4 text-ink">
          <SecretField label="Seu token" secret={secret} />
        </div>
      )}
    </Dialog>
  );
}

interface TokenFormProps {
  id: string;
  hasPassword: boolean;
  onBusy: (busy: boolean) => void;
  onCreated: (secret: string) => void;
}

function TokenForm({ id, hasPassword, onBusy, onCreated }: TokenFormProps) {
  const [chosen, setChosen] = useState<readonly Scope[]>(['posts:read']);
  const [days, setDays] = useState('90');
  const [failure, setFailure] = useState<string>();
  const create = useCreateToken();
  const empty = { name: '', scopes: '', ...(hasPassword ? { password: '' } : {}) };
  const form = useForm(empty, (values) => {
    const choices = { scopes: [...chosen], days: Number(days) as (typeof apiTokenDays)[number] };
    return validate({ ...values, ...choices });
  });
  const scopesField = form.field('scopes');

  const onSubmit = form.submit(async (body) => {
    setFailure(undefined);
    onBusy(true);
    try {
      onCreated((await create.mutateAsync(body)).secret);
    } catch (error) {
      const fallback = 'Não foi possível criar o token. Tente de novo.';
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
      aria-label="Criar token"
      className="mt-5 grid gap-[18px] text-ink"
      onSubmit={onSubmit}
    >
      {failure === undefined ? null : (
        <Alert tone="bad" live>
          {failure}
        </Alert>
      )}
      <TextField
        label="Nome"
        hint="Por exemplo, o programa que vai usar."
        autoComplete="off"
        maxLength={60}
        {...form.field('name')}
      />
      <SwitchGroup
        label="Permissões"
        names={scopeNames}
        options={scopes}
        chosen={chosen}
        error={scopesField.error}
        onChange={(next) => {
          setChosen(next);
          scopesField.onChange({ target: { value: '' } });
        }}
      />
      <Segmented label="Validade" options={daysOptions} value={days} onValue={setDays} />
      <OwnerProof
        hasPassword={hasPassword}
        returnTo={paths.integrations}
        {...form.field('password')}
      />
    </form>
  );
}
