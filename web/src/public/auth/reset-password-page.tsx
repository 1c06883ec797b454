import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../../ui/page/paths.ts';
import { AuthFrame } from './auth-frame.tsx';
import { ClockGraphic } from './clock-graphic.tsx';
import { InvalidLink } from './invalid-link.tsx';
import { ResetPasswordForm } from './reset-password-form.tsx';

interface LinkState {
  token?: string;
  isRefused?: boolean;
}

export function ResetPasswordPage() {
  const navigate = useNavigate();
  const { token, isRefused } = useLink();
  if (token === undefined) return <InvalidLink isRefused={isRefused} />;
  const markLinkRefused = () => {
    const state: LinkState = { isRefused: true };
    void navigate(paths.resetPassword, { replace: true, state });
  };
  return (
    <AuthFrame
      title="Crie uma nova senha"
      lead="Ao salvar, quem estiver na sua conta com a senha antiga sai dela."
      graphic={<ClockGraphic />}
    >
      <ResetPasswordForm token={token} onRefused={markLinkRefused} />
    </AuthFrame>
  );
}

/** The token leaves the address bar, where it could be copied; the history state keeps it for a reload. */
function useLink(): { token: string | undefined; isRefused: boolean } {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const linkToken = new URLSearchParams(search).get('token') ?? '';
  useEffect(() => {
    if (search === '') return;
    const state: LinkState = linkToken === '' ? {} : { token: linkToken };
    void navigate(paths.resetPassword, { replace: true, state });
  }, [linkToken, search, navigate]);
  const linkState = (state ?? {}) as LinkState;
  return {
    token: linkToken === '' ? linkState.token : linkToken,
    isRefused: linkState.isRefused ?? false,
  };
}
