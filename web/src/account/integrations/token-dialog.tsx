import { scopeNames, scopes, type Scope } from '@pontual/contract/shared/scopes.ts';
import { apiTokenDays, apiTokenRequest } from '@pontual/contract/public-api/api-tokens.ts';
import { useState } from 'react';
import { OwnerProof } from '../owner-proof.tsx';
import { FormDialog } from '../../ui/page/form-dialog.tsx';
import { paths } from '../../ui/page/paths.ts';
import { createValidator } from '../../ui/create-validator.ts';
import { TextField } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useForm } from '../../ui/use-form.ts';
import { SwitchGroup } from './switch-group.tsx';
import { useCreateToken } from './tokens-queries.ts';
import { SECRET_SAVED } from './secret-dialog.tsx';
import { SecretField } from './secret-field.tsx';

const validate = createValidator(apiTokenRequest);
const daysOptions = apiTokenDays.map((days) => ({ value: String(days), label: `${days} dias` }));

interface TokenDialogProps {
  open: boolean;
  onClose: () => void;
  hasPassword: boolean;
}

export function TokenDialog({ open, onClose, hasPassword }: TokenDialogProps) {
  const [chosen, setChosen] = useState<readonly Scope[]>(['posts:read']);
  const [days, setDays] = useState('90');
  const create = useCreateToken();
  const empty = { name: '', scopes: '', ...(hasPassword ? { password: '' } : {}) };
  const form = useForm(empty, (values) => {
    const choices = { scopes: [...chosen], days: Number(days) as (typeof apiTokenDays)[number] };
    return validate({ ...values, ...choices });
  });
  const scopesField = form.field('scopes');
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Criar token"
      description="Quem tem o token age em seu nome, dentro das permissões e dos limites do seu plano."
      className="lg:max-w-[520px]!"
      form={form}
      send={create.mutateAsync}
      fallback="Não foi possível criar o token. Tente de novo."
      actionLabel="Criar token"
      busyLabel="Criando..."
      variant="ink"
      result={
        create.data && {
          title: 'Token criado',
          description: 'Copie agora e guarde num lugar seguro: ele não será mostrado de novo.',
          content: <SecretField label="Seu token" secret={create.data.secret} />,
          closeButton: { label: SECRET_SAVED, variant: 'line' },
        }
      }
    >
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
    </FormDialog>
  );
}
