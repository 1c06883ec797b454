import { requestVerification } from '@pontual/contract/identity/user.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { failureToast } from '../../ui/page/failure-toast.ts';
import { showToast } from '../../ui/toast.tsx';

export function ResendVerificationButton() {
  const resend = useMutation({
    mutationFn: () => call(requestVerification),
    onSuccess: () => showToast({ text: 'E-mail de confirmação enviado' }),
    onError: failureToast('Não foi possível enviar o e-mail. Tente de novo.'),
  });
  return (
    <Button
      variant="line"
      size="sm"
      busy={resend.isPending}
      busyLabel="Enviando..."
      onClick={() => resend.mutate()}
    >
      Reenviar e-mail de confirmação
    </Button>
  );
}
