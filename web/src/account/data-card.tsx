import { zodResolver } from '@hookform/resolvers/zod';
import { exportData, ownerProof } from '@pontual/contract/account.ts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '../api/client.ts';
import { Button } from '../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../ui/card.tsx';
import { Notice } from '../ui/notice.tsx';
import { showToast } from '../ui/toast.tsx';
import { formFailure } from './form-failure.ts';
import { OwnerProof } from './owner-proof.tsx';

const names = ['password'] as const;

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
  const [failure, setFailure] = useState<string>();
  const form = useForm({
    resolver: zodResolver(ownerProof),
    defaultValues: hasPassword ? { password: '' } : {},
    reValidateMode: 'onSubmit',
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (body) => {
    setFailure(undefined);
    try {
      save((await call(exportData, { body })).url);
    } catch (error) {
      const otherwise = 'Não foi possível baixar os seus dados. Tente de novo.';
      const { faults, text } = formFailure(error, names, otherwise);
      setFailure(text);
      for (const { name, message } of faults) form.setError(name, { message });
      if (faults.length > 0) form.setFocus('password', { shouldSelect: true });
      return;
    }
    form.reset();
    showToast({ text: 'O download dos seus dados começou' });
  });

  return (
    <form
      noValidate
      aria-label="Baixar meus dados"
      className="grid gap-[18px]"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSubmitting) void submit(event);
      }}
    >
      {failure === undefined ? null : (
        <Notice tone="bad" live>
          {failure}
        </Notice>
      )}
      <OwnerProof
        hasPassword={hasPassword}
        required
        error={errors.password?.message}
        {...form.register('password', { onChange: () => form.clearErrors('password') })}
      />
      <Button
        type="submit"
        variant="ink"
        className="lg:justify-self-start"
        busy={isSubmitting}
        busyLabel="Preparando o download..."
      >
        Baixar meus dados
      </Button>
    </form>
  );
}

/** By the browser itself, which writes to the disk as it comes; the page stays, also if it fails. */
function save(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
