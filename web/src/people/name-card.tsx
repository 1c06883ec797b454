import { nameTeam } from '@pontual/contract/people.ts';
import { useState } from 'react';
import { formFailure } from '../account/form-failure.ts';
import { Button } from '../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../ui/card.tsx';
import { checkBy } from '../ui/check-by.ts';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { showToast } from '../ui/toast.tsx';
import { useForm } from '../ui/use-form.ts';
import { useNameTeam } from './people.queries.ts';

const check = checkBy(nameTeam.body);

/** What the team is called, for those who are of more than one. */
export function NameCard({ name }: { name: string | null }) {
  const [failure, setFailure] = useState<string>();
  const rename = useNameTeam();
  const form = useForm({ name: name ?? '' }, check);
  const onSubmit = form.submit(async (body) => {
    setFailure(undefined);
    try {
      await rename.mutateAsync(body.name);
      showToast({ text: 'Nome salvo' });
    } catch (error) {
      const otherwise = 'Não foi possível salvar o nome. Tente de novo.';
      const { faults, text } = formFailure(error, ['name'], otherwise);
      setFailure(text);
      return form.refuse(faults);
    }
    return undefined;
  });
  return (
    <Card>
      <CardHeader title="Nome da equipe" />
      <CardBody className="pt-2.5!">
        <form noValidate aria-label="Nome da equipe" className="grid gap-4" onSubmit={onSubmit}>
          {failure === undefined ? null : (
            <Notice tone="bad" live>
              {failure}
            </Notice>
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
