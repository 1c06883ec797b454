import { nameTeam } from '@pontual/contract/identity/members.ts';
import { useState } from 'react';
import { formFailure } from '../../ui/page/form-failure.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { createValidator } from '../../ui/create-validator.ts';
import { TextField } from '../../ui/field.tsx';
import { Alert } from '../../ui/alert.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useForm } from '../../ui/use-form.ts';
import { useRenameTeam } from './members-queries.ts';

const validate = createValidator(nameTeam.body);

export function TeamNameCard({ name }: { name: string | null }) {
  const [failure, setFailure] = useState<string>();
  const rename = useRenameTeam();
  const form = useForm({ name: name ?? '' }, validate);
  const onSubmit = form.submit(async (body) => {
    setFailure(undefined);
    try {
      await rename.mutateAsync(body.name);
      showToast({ text: 'Nome salvo' });
    } catch (error) {
      const fallback = 'Não foi possível salvar o nome. Tente de novo.';
      const { fieldErrors, text } = formFailure(error, ['name'], fallback);
      setFailure(text);
      return form.showErrors(fieldErrors);
    }
    return undefined;
  });
  return (
    <Card>
      <CardHeader title="Nome da equipe" />
      <CardBody className="pt-2.5!">
        <form noValidate aria-label="Nome da equipe" className="grid gap-4" onSubmit={onSubmit}>
          {failure === undefined ? null : (
            <Alert tone="bad" live>
              {failure}
            </Alert>
          )}
          <TextField
            label="Nome"
            hint="Aparece nos convites e para quem trabalha em mais de uma equipe. Sem nome, usamos o seu e-mail."
            autoComplete="organization"
            maxLength={60}
            {...form.field('name')}
          />
          <Button
            type="submit"
            variant="line"
            className="lg:justify-self-start"
            busy={form.state !== 'editing'}
            busyLabel="Salvando..."
          >
            Salvar nome
          </Button>
        </form>
      </CardBody>
    </Card>
  );
}
