import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { paths } from '../../ui/page/paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Alert } from '../../ui/alert.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { ClockGraphic } from './clock-graphic.tsx';

export function InvalidLink({ isRefused }: { isRefused: boolean }) {
  const next = useRef<HTMLAnchorElement>(null);
  // The pressed button has been removed, so the document has lost its focus.
  useEffect(() => {
    if (document.activeElement === document.body && isRefused) next.current?.focus();
  }, [isRefused]);
  return (
    <AuthFrame
      title="Token inválido"
      lead="O link de recuperação é inválido ou expirou."
      graphic={<ClockGraphic />}
    >
      <Alert tone="bad" live>
        {isRefused
          ? 'Cada link vale por 30 minutos e funciona uma única vez. Se você pediu mais de um, use o do e-mail mais recente.'
          : 'Token de recuperação não encontrado na URL'}
      </Alert>
      <div className="grid gap-3">
        <Link
          ref={next}
          to={paths.forgotPassword}
          className={buttonClass({ variant: 'ink', size: 'lg', block: true })}
        >
          Solicitar nova recuperação
        </Link>
        <Link
          to={paths.login}
          className={buttonClass({ variant: 'line', size: 'lg', block: true })}
        >
          Voltar ao login
        </Link>
      </div>
    </AuthFrame>
  );
}
