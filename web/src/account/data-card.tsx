import { exportData, reauthentication } from '@pontual/contract/identity/user.ts';
import { call } from '../api/client.ts';
import { Button } from '../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../ui/card.tsx';
import { createValidator } from '../ui/create-validator.ts';
import { Alert } from '../ui/alert.tsx';
import { showToast } from '../ui/toast.tsx';
import { useForm } from '../ui/use-form.ts';
import { formFailure } from '../ui/page/form-failure.ts';
import { OwnerProof } from './owner-proof.tsx';

const validate = createValidator(reauthentication);

export function DataCard({ hasPassword }: { hasPassword: boolean }) {
  return (
    <Card>
      <CardHeader title="Seus dados" />
      <CardBody className="grid gap-4 pt-2.5!">
        <p className="text-sm text-pretty text-ink-2">
          Baixe um arquivo ZIP com tudo o que é seu: a conta, os posts e o histórico deles em JSON,
          e as suas fotos e vídeos. Guarde-o num lugar seguro.
        </p>
        <DownloadForm hasPassword={hasPassword} />
      </CardBody>
    </Card>
  );
}

function DownloadForm({ hasPassword }: { hasPassword: boolean }) {
  const form = useForm(hasPassword ? { password: '' } : {}, validate);

  const onSubmit = form.submit(async (body) => {
    startDownload((await call(exportData, { body })).url);
    form.clear();
    showToast({ text: 'O download dos seus dados começou' });
  }, formFailure('Não foi possível baixar os seus dados. Tente de novo.'));

  return (
    <form noValidate aria-label="Baixar meus dados" className="grid gap-[18px]" onSubmit={onSubmit}>
      {form.failure === undefined ? null : (
        <Alert tone="bad" live>
          {form.failure}
        </Alert>
      )}
      <OwnerProof hasPassword={hasPassword} {...form.field('password')} />
      <Button
        type="submit"
        variant="ink"
        className="lg:justify-self-start"
        busy={form.state !== 'editing'}
        busyLabel="Preparando o download..."
      >
        Baixar meus dados
      </Button>
    </form>
  );
}

/** The browser itself streams the download to the disk; the page stays open, also when it fails. */
function startDownload(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
