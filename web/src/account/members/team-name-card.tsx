import { nameTeam } from '@pontual/contract/identity/members.ts';
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
  const rename = useRenameTeam();
  const form = useForm({ name: name ?? '' }, validate);
  const onSubmit = form.submit(async (body) => {
    await rename.mutateAsync(body.name);
    showToast({ text: 'Nome salvo' });
  }, formFailure('Não foi possível salvar o nome. Tente de novo.'));
  return (
    <Card>
      <CardHeader title="Nome da equipe" />
      <CardBody className="pt-2.5!">
        <form noValidate aria-label="Nome da equipe" className="grid gap-4" onSubmit={onSubmit}>
          {form.failure === undefined ? null : (
            <Alert tone="bad" live>
              {form.failure}
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
